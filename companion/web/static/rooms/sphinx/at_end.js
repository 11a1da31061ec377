// A game nobody followed at its end: nothing is counted but who has won.

export { askWhoWon as countAtEnd } from "../../shell/light.js";
