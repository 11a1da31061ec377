// Plain shapes of small drawings.

import { draw } from "./elements.js";

export const shape = (tag, props) => draw(tag, props);

export const rect = (x, y, width, height, kind) => draw("rect", { x, y, width, height, rx: 1.5, class: kind });
