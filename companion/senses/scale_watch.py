"""The scale at the table: samples in, what it is sure of to the table, what it thinks to a gauge.

Three gauges are plain data for the page; a page that misses one shows nothing instead.

``scale``, about five times a second::

    {"phase": "idle" | "armed" | "hand_in" | "settling" | "verdict",
     "wanted": "red" | null,
     "grams": 261.3 | null,                 the newest weight on the plate
     "trace": [[-7.9, 261.31], ... [0.0, 256.02]],
                                            at most 80 points: seconds before now, grams
     "says": null | SAYS,                   what stands about this exploration
     "last": null | SAYS,                   the last thing said, when it is over
     "faults": [{"name": "silent", "sentence": "...", "remedy": "...", "blind": true}],
     "blind": false,                        true: buttons only, until the fault is gone
     "trap": null | {"state": "complete" | "missing" | "unclear",
                     "item": "blue" | "staff" | null, "short_g": 2.9}}
                                            while the trap is rebuilt

SAYS is::

    {"finding": "clean" | "nothing" | "wrong_colour" | "landslide" | "no_landslide" | "ask",
     "colour": "red" | null,                what was taken
     "fell": "staff" | "blue" | "bowl" | null,
     "named": true,                         whether colour or fell is beyond doubt
     "sure": 0.9987,                        against all other findings together
     "lost_g": 5.71, "error_g": 0.06,
     "final": false,                        provisional until the trap was quiet for two seconds
     "why": null | "twins" | "unexplained" | "heavier" | "bowl_gone" | "restless"
                 | "touched_again" | "unwatched" | "fault",
     "question": null | "Several things weigh as much as what left the bowl. Which was it?",
     "choices": [{"finding": "clean", "taken": "red", "fell": null}, ...],
                                            what it may have been, the likeliest first
     "because": ["BOWL-19", "O-31"],
     "overrule_seconds": 7.4,               left to put it right; 0 when it is too late
     "overruled": null | "landslide"}       what people said instead

``replay``, once after every verdict and every overruling (the instant replay)::

    {"number": 41,                          the table's number when it was said
     "wanted": "red",
     "says": SAYS,
     "points": [[-6.20, 261.31], ...],      seconds before the verdict (after it: positive), grams
     "tilted": [[-0.31, 0.12], ...],        stretches during which the switch was closed
     "marks": [{"at": -5.1, "name": "armed", "detail": "red"}, ...]}
                     names: armed, touched, still, verdict, revised, locked, tilt, fault, fell,
                     disarmed, overruled

``weights``, once: what was weighed and which things the scale cannot tell apart::

    {"boulder_g": {"red": 5.7, ...}, "staff_g": 4.2, "bowl_g": 200.0,
     "twins": ["A red boulder weighs about as much as two blue boulders (...)", ...],
     "problem": null | "no weights are stored; weigh bowl, staff and boulders in the wizard"}
"""

from __future__ import annotations
