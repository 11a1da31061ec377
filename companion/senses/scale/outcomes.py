"""What may have happened to the bowl, judged by the weight it lost. No time, no state.

Every outcome has a mass from the owner's weights and a variance from their spread and from the
weighing itself. One outcome is believed when it fits and when all of another kind together are
three hundred times less likely; otherwise a person is asked.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from calibration.teach.weights import Weights


class WeightFinding(StrEnum):
    """What the scale can find."""

    CLEAN = "clean"
    NOTHING = "nothing"
    WRONG_COLOUR = "wrong_colour"
    LANDSLIDE = "landslide"
    NO_LANDSLIDE = "no_landslide"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class WeighOutcome:
    """One thing that may have happened: what was taken, and what fell beside the bowl."""

    finding: WeightFinding
    taken: str | None = None
    fell: str | None = None

    @property
    def items(self) -> tuple[str, ...]:
        """Everything that left the bowl."""
        return tuple(item for item in (self.taken, self.fell) if item)


@dataclass(frozen=True, slots=True)
class WeightExplanation:
    """An outcome with how well it explains the loss."""

    outcome: WeighOutcome
    grams: float
    deviations: float
    """Distance from the weighed loss, in standard deviations."""
    log_likelihood: float


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the loss means; ``finding`` is ASK when it may mean several things or none."""

    finding: WeightFinding
    lost_g: float
    error_g: float
    sure: float
    """How likely the finding is against all the others together."""
    explanations: tuple[WeightExplanation, ...]
    """All that fit, the best first."""
    why: str = ""

    @property
    def best(self) -> WeighOutcome | None:
        """The likeliest outcome."""
        return self.explanations[0].outcome if self.explanations else None


FITS = 3.0
"""Deviations within which an outcome fits: of 370 true ones, 369 do."""
SURE = 300.0
"""Odds at which a finding is believed, with how often things happen counted in. Whatever the
masses, at most 4 in 10 000 of the outcomes that have a twin can be mistaken for an unclean one
(the tail beyond sqrt(2 ln 300) deviations), 1 in 200 of the rare ones for a clean one."""
LOG_OFTEN = math.log(10)
"""Every other exploration ends clean, and the ten other ends share the rest: so a clean one is
ten times as likely as any single other before anything was weighed."""
CREEP_G = 0.035
"""What a cell gives back late after hands pressed on it: of 0.05 to 0.1 % of the load (rules 5.4)
a part within seconds; also what is left of a swing that looks like rest."""

HANGS = math.log(0.015)
"""A staff rests on the rim, partly carried by it, this much more rarely than a thing falls: once in
seventy falls. Where it would weigh like another colour, the scale can't rule either of them out."""
LEAST_OFF, MOST_OFF = 0.3, 1.0
"""Shares of its weight that a hanging staff may take off the plate."""

TIPPED_SHARE = 0.25
"""A leaning bowl takes at least this share of its own weight off the plate."""


def outcomes(weights: Weights, wanted: str) -> tuple[WeighOutcome, ...]:
    """Name everything that may happen when one hand goes for one boulder."""
    others = (colour for colour in weights.colours if colour != wanted)
    return (
        WeighOutcome(WeightFinding.NOTHING),
        WeighOutcome(WeightFinding.CLEAN, taken=wanted),
        *(WeighOutcome(WeightFinding.WRONG_COLOUR, taken=colour) for colour in others),
        *(WeighOutcome(WeightFinding.LANDSLIDE, wanted, colour) for colour in weights.colours),
        WeighOutcome(WeightFinding.LANDSLIDE, fell="staff"),
        WeighOutcome(WeightFinding.LANDSLIDE, wanted, "staff"),
    )


def opinion(weights: Weights, wanted: str, lost_g: float, variance: float) -> Opinion:
    """Judge a loss of weight, known with a variance."""
    variance += CREEP_G**2
    all_of_them = [explain(weights, each, lost_g, variance) for each in outcomes(weights, wanted)]
    all_of_them.sort(key=lambda each: -each.log_likelihood)
    fitting = tuple(each for each in all_of_them if each.deviations <= FITS)
    error = math.sqrt(variance)
    hanging = partly_carried(weights, wanted, lost_g, variance)
    if not fitting:
        return Opinion(WeightFinding.ASK, lost_g, error, 0.0, (), _unfit(weights, lost_g, error))
    finding = fitting[0].outcome.finding
    odds = _odds(finding, [*all_of_them, *hanging])
    if odds < SURE:
        near = _near(all_of_them)
        near += tuple(
            each
            for each in hanging
            if each.log_likelihood > near[0].log_likelihood - math.log(SURE)
            and each.outcome not in {other.outcome for other in near}
        )
        sure = odds / (1 + odds)
        return Opinion(WeightFinding.ASK, lost_g, error, sure, near, "twins")
    return Opinion(finding, lost_g, error, odds / (1 + odds), fitting)


def explain(
    weights: Weights, outcome: WeighOutcome, lost_g: float, variance: float
) -> WeightExplanation:
    """Say how well an outcome explains a loss, with how often such a thing happens."""
    grams = sum(weights.grams(item) for item in outcome.items)
    total = variance + sum(weights.variance(item) for item in outcome.items)
    deviations = abs(lost_g - grams) / math.sqrt(total)
    often = LOG_OFTEN if outcome.finding == WeightFinding.CLEAN else 0.0
    return WeightExplanation(
        outcome, grams, deviations, often - (deviations**2 + math.log(total)) / 2
    )


def partly_carried(
    weights: Weights, wanted: str, lost_g: float, variance: float
) -> list[WeightExplanation]:
    """Say how well a staff that hangs over the rim explains a loss, by itself or with the wanted
    boulder taken. Any share of its weight may be off, so no loss fits it well and many fit it."""
    found = []
    for taken in (None, wanted):
        outcome = WeighOutcome(WeightFinding.LANDSLIDE, taken, "staff")
        others = weights.grams(taken) if taken else 0.0
        spread = math.sqrt(variance + (weights.variance(taken) if taken else 0.0))
        least, most = (others + share * weights.staff_g for share in (LEAST_OFF, MOST_OFF))
        within = _below(lost_g - least, spread) - _below(lost_g - most, spread)
        dense = math.sqrt(2 * math.pi) * max(within, 1e-12) / (most - least)
        away = max(0.0, least - lost_g, lost_g - most) / spread
        found.append(WeightExplanation(outcome, least, away, HANGS + math.log(dense)))
    return found


def _below(away: float, spread: float) -> float:
    """Return the share of a normal spread that lies below *away* from its middle."""
    return 0.5 * (1 + math.erf(away / spread / math.sqrt(2)))


def _odds(finding: WeightFinding, explanations: list[WeightExplanation]) -> float:
    """Return how much likelier the finding's best outcome is than those of all other
    findings together."""
    best = max(e.log_likelihood for e in explanations if e.outcome.finding == finding)
    against = sum(
        math.exp(e.log_likelihood - best) for e in explanations if e.outcome.finding != finding
    )
    return 1 / max(against, 1e-12)


def _near(explanations: list[WeightExplanation]) -> tuple[WeightExplanation, ...]:
    """Return those a person must choose from."""
    best = explanations[0].log_likelihood
    return tuple(e for e in explanations if e.log_likelihood > best - math.log(SURE))


def _unfit(weights: Weights, lost_g: float, error: float) -> str:
    """Say how the loss is odd: a scale alone announces no landslide that it cannot name."""
    if lost_g > TIPPED_SHARE * weights.bowl_g:
        return "bowl_gone"
    return "heavier" if lost_g < -FITS * error else "unexplained"
