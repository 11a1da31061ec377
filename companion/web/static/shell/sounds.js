// The sounds of great moments, made of oscillators and noise: nothing is fetched.

import { soundIsOn } from "./sound_switch.js";

/** Notes of each moment: [hertz, begins after seconds, lasts seconds, loudness, wave]. */
const NOTES = {
  pair: [
    [660, 0, 0.14, 0.2],
    [880, 0.09, 0.22, 0.2],
  ],
  scarab: [[990, 0, 0.18, 0.15]],
  third: [
    [587, 0, 0.16, 0.2],
    [740, 0.1, 0.16, 0.2],
    [988, 0.2, 0.4, 0.22],
  ],
  open: [
    [392, 0, 0.5, 0.2, "triangle"],
    [523, 0.12, 0.5, 0.2, "triangle"],
    [659, 0.24, 0.5, 0.2, "triangle"],
    [784, 0.36, 0.9, 0.22, "triangle"],
  ],
  exchange: [
    [494, 0, 0.14, 0.15],
    [392, 0.12, 0.2, 0.15],
  ],
  curse: [
    [110, 0, 1.3, 0.3, "sawtooth"],
    [116.5, 0, 1.3, 0.3, "sawtooth"],
    [311, 0.5, 0.8, 0.1, "triangle"],
  ],
  gong: [
    [98, 0, 2.2, 0.35],
    [147, 0, 1.8, 0.2],
    [233, 0, 1.2, 0.12],
  ],
  apex: [
    [262, 0, 1.4, 0.18],
    [330, 0.15, 1.3, 0.18],
    [392, 0.3, 1.2, 0.18],
    [523, 0.45, 1.4, 0.22],
  ],
  claim: [
    [147, 0, 0.4, 0.25, "triangle"],
    [147, 0.5, 0.4, 0.25, "triangle"],
    [220, 1, 0.9, 0.25, "triangle"],
  ],
  right: [
    [523, 0, 0.2, 0.2],
    [659, 0.12, 0.2, 0.2],
    [784, 0.24, 0.6, 0.22],
  ],
  wrong: [
    [233, 0, 0.35, 0.22, "sawtooth"],
    [175, 0.3, 0.7, 0.22, "sawtooth"],
  ],
  stop: [
    [196, 0, 0.18, 0.3, "square"],
    [196, 0.24, 0.18, 0.3, "square"],
    [147, 0.48, 0.7, 0.3, "square"],
  ],
  mummy: [
    [131, 0, 0.5, 0.2, "triangle"],
    [156, 0.3, 0.6, 0.2, "triangle"],
  ],
  out: [
    [330, 0, 0.3, 0.18],
    [262, 0.25, 0.3, 0.18],
    [196, 0.5, 0.7, 0.18],
  ],
  snake: [[196, 0, 0.5, 0.12, "sawtooth"]],
  steal: [
    [880, 0, 0.08, 0.15],
    [698, 0.08, 0.14, 0.15],
  ],
  coins: [
    [1319, 0, 0.1, 0.12],
    [1568, 0.07, 0.16, 0.12],
  ],
  power: [[523, 0, 0.3, 0.15, "triangle"]],
  fanfare: [
    [392, 0, 0.16, 0.22, "triangle"],
    [523, 0.16, 0.16, 0.22, "triangle"],
    [659, 0.32, 0.16, 0.22, "triangle"],
    [784, 0.48, 0.3, 0.24, "triangle"],
    [659, 0.8, 0.14, 0.22, "triangle"],
    [784, 0.96, 1.1, 0.26, "triangle"],
    [1047, 0.96, 1.1, 0.16, "triangle"],
  ],
};
const CLICK = [[740, 0, 0.09, 0.12]];
/** Noise: [lasts seconds, begins at hertz, ends at hertz, loudness]. */
const NOISE = { landslide: [1.5, 900, 90, 0.7], barricade: [0.25, 500, 200, 0.4], curse: [1.3, 300, 120, 0.12] };

let context = null;

/** Play the sound of a moment, if this device plays sounds and the browser lets it. */
export async function play(name) {
  if (!soundIsOn()) return;
  context ??= new AudioContext();
  if (context.state === "suspended")
    await Promise.race([context.resume(), new Promise((done) => setTimeout(done, 200))]);
  if (context.state !== "running") return;
  for (const note of NOTES[name] ?? (NOISE[name] ? [] : CLICK)) sing(...note);
  if (NOISE[name]) rumble(...NOISE[name]);
}

function sing(hertz, after, lasts, loudness, wave = "sine") {
  const from = context.currentTime + after;
  const voice = new OscillatorNode(context, { type: wave, frequency: hertz });
  voice.connect(fading(from, lasts, loudness));
  voice.start(from);
  voice.stop(from + lasts);
}

function rumble(lasts, high, low, loudness) {
  const from = context.currentTime;
  const buffer = new AudioBuffer({ length: lasts * context.sampleRate, sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "lowpass", frequency: high });
  filter.frequency.setValueAtTime(high, from);
  filter.frequency.exponentialRampToValueAtTime(low, from + lasts);
  source.connect(filter).connect(fading(from, lasts, loudness));
  source.start(from);
}

/** A way to the loudspeaker that swells quickly and fades away. */
function fading(from, lasts, loudness) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(loudness, from + Math.min(0.02, lasts / 4));
  gain.gain.exponentialRampToValueAtTime(0.001, from + lasts);
  gain.connect(context.destination);
  return gain;
}
