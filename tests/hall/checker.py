"""An independent reader of a drawn night: says in sentences what is wrong with it.

Written from the rules in words and from plain data (the JSON of what was wanted and what was
drawn). It shares no line with the hall, so that a mistake there is not made here again.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any


def complaints(wanted: dict[str, Any], drawn: dict[str, Any]) -> list[str]:
    """Every rule this night breaks."""
    found: list[str] = []
    numbers = [each["number"] for each in drawn["rounds"]]
    if numbers != list(range(1, wanted["rounds"] + 1)):
        found.append(f"rounds are {numbers}")
    if drawn["rounds"][: len(wanted["fixed"])] != wanted["fixed"]:
        found.append("a published round was changed")
    for each in drawn["rounds"][len(wanted["fixed"]) :]:
        found += _round_complaints(wanted, each)
    found += _waiting_complaints(wanted, drawn)
    return found


def _round_complaints(wanted: dict[str, Any], each: dict[str, Any]) -> list[str]:
    number, found = each["number"], []
    boxes = {box["id"]: box for box in wanted["boxes"]}
    people = {person["id"]: person for person in wanted["people"]}
    should = {who for who in people if number not in wanted["away"].get(who, [])}
    seen: list[str] = list(each["waiting"])
    used: list[str] = []
    for table in each["tables"]:
        box = boxes.get(table["box"])
        seen += table["people"]
        used.append(table["box"])
        if box is None:
            found.append(f"round {number}: there is no box {table['box']}")
            continue
        if table["game"] != box["game"]:
            found.append(f"round {number}: {table['box']} is not {table['game']}")
        if len(table["people"]) not in box["sizes"]:
            found.append(f"round {number}: {len(table['people'])} people at {table['box']}")
    if len(used) != len(set(used)):
        found.append(f"round {number}: a box is used twice")
    if sorted(seen) != sorted(should):
        found.append(f"round {number}: {sorted(set(seen) ^ should)} are wrong, or somebody twice")
    if len(each["waiting"]) != fewest_waiting([b["sizes"] for b in boxes.values()], len(should)):
        found.append(f"round {number}: {len(each['waiting'])} wait and need not")
    return found


def fewest_waiting(sizes: list[list[int]], people: int) -> int:
    """How many cannot be seated whichever boxes are used, by trying every number of seats."""
    reachable = {0}
    for box in sizes:
        reachable |= {had + size for had in reachable for size in box if had + size <= people}
    return people - max(reachable)


def _waiting_complaints(wanted: dict[str, Any], drawn: dict[str, Any]) -> list[str]:
    """Nobody who is there all night waits twice before everybody like them has waited once."""
    waits: dict[str, int] = {}
    steady = {p["id"] for p in wanted["people"] if not wanted["away"].get(p["id"])}
    for each in drawn["rounds"]:
        here = set(each["waiting"]) | {who for t in each["tables"] for who in t["people"]}
        steady &= here
    for each in drawn["rounds"]:
        for who in each["waiting"]:
            waits[who] = waits.get(who, 0) + 1
    counts = [waits.get(who, 0) for who in steady]
    if counts and max(counts) > min(counts) + 1:
        return [f"somebody waits {max(counts)} times and somebody {min(counts)}"]
    return []


def measures(wanted: dict[str, Any], drawn: dict[str, Any]) -> dict[str, int]:
    """The figures of a night, counted afresh."""
    met: dict[frozenset[str], int] = {}
    games: dict[tuple[str, str], int] = {}
    first: dict[str, int] = {}
    share: dict[str, Fraction] = {}
    seats: dict[tuple[str, int], int] = {}
    sizes = set()
    played: dict[str, int] = {}
    for each in drawn["rounds"]:
        for table in each["tables"]:
            people = table["people"]
            sizes.add(len(people))
            for place, who in enumerate(people):
                played[who] = played.get(who, 0) + 1
                games[who, table["game"]] = games.get((who, table["game"]), 0) + 1
                seats[who, place] = seats.get((who, place), 0) + 1
                share[who] = share.get(who, Fraction(0)) + Fraction(1, len(people))
                first[who] = first.get(who, 0) + (place == 0)
                for other in people[:place]:
                    two = frozenset((who, other))
                    met[two] = met.get(two, 0) + 1
    unfair = sum(not math.floor(share[w]) <= first[w] <= math.ceil(share[w]) for w in share)
    uneven = 0
    if len(sizes) == 1:
        size = sizes.pop()
        for who, times in played.items():
            for place in range(size):
                had = seats.get((who, place), 0)
                uneven += not times // size <= had <= -(-times // size)
    return {
        "pairs": sum(met.values()),
        "repeats": sum(times - 1 for times in met.values()),
        "worst": max(met.values(), default=0),
        "games": sum(times - 1 for times in games.values()),
        "starts": unfair,
        "seats": uneven,
        "broken": _broken(wanted, drawn),
        "waits": sum(len(each["waiting"]) for each in drawn["rounds"]),
    }


def _broken(wanted: dict[str, Any], drawn: dict[str, Any]) -> int:
    """Needs not met and people together or apart against the organiser's word."""
    offers = {box["id"]: set(box["offers"]) for box in wanted["boxes"]}
    needs = {person["id"]: set(person["needs"]) for person in wanted["people"]}
    broken = 0
    for each in drawn["rounds"]:
        where: dict[str, str] = {}
        for table in each["tables"]:
            for who in table["people"]:
                where[who] = table["box"]
                broken += bool(needs.get(who, set()) - offers.get(table["box"], set()))
        everybody = set(where) | set(each["waiting"])
        for rule in wanted["rules"]:
            here = sorted(set(rule["people"]) & everybody)
            for k, one in enumerate(here):
                for two in here[k + 1 :]:
                    same = one in where and where[one] == where.get(two)
                    broken += same if rule["kind"] == "apart" else not same
    return broken


def fewest_game_repeats(wanted: dict[str, Any], drawn: dict[str, Any]) -> int:
    """Seats of a game beyond the number of people must be repeats."""
    seats: dict[str, int] = {}
    for each in drawn["rounds"]:
        for table in each["tables"]:
            seats[table["game"]] = seats.get(table["game"], 0) + len(table["people"])
    people = {who for each in drawn["rounds"] for t in each["tables"] for who in t["people"]}
    people |= {who for each in drawn["rounds"] for who in each["waiting"]}
    return sum(max(0, count - len(people)) for count in seats.values())
