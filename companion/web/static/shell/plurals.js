// The plural category of a number, by rules of the Unicode CLDR: the twin of companion/words/plurals.py.

export const CATEGORIES = ["zero", "one", "two", "few", "many", "other"];

/** The category of a whole number; *rules* has the rule of each category but "other". */
export function pluralCategory(count, rules) {
  return Object.keys(rules).find((name) => fits(rules[name], count)) ?? "other";
}

function fits(rule, count) {
  return rule.split(" or ").some((joined) => joined.split(" and ").every((relation) => holds(relation, count)));
}

/** All that is asked of fractions and exponents is 0 of a whole number. */
function holds(relation, count) {
  const [left, sign, right] = relation.split(/ (!?=) /);
  const [operand, modulus = Infinity] = left.split(" % ");
  const value = ("ni".includes(operand) ? Math.abs(count) : 0) % Number(modulus);
  const isAmong = right.split(",").some((range) => {
    const [low, high = low] = range.split("..");
    return Number(low) <= value && value <= Number(high);
  });
  return isAmong === (sign === "=");
}
