"""Pairs whose label follows from arithmetic and logic: superlatives, bounds, shares, sums, roles, order, changed states, rejected claims.

Each scene draws names and numbers that do not exist, says something of them in one of several ways, and asks claims whose labels it can
compute. Every scene has claims of all three labels with the same numbers and names in them: a number, a name or a word tells nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from training.pairs import Pair

Asked = tuple[str, str]  # a claim and its label
Scene = tuple[str, str, list[Asked]]  # a title, a text, and what is asked of it

STEMS = (
    "Ardo Belk Brisa Calder Corven Dalmar Drevin Elst Farrow Gantry Halden Harrow Ilmen Jarrow Kestle Kolda Lindel "
    "Marrow Mistra Norvel Orla Ostrava Pellin Quarry Ravell Rindal Selby Sorrel Tamsin Tarn Torvik Ulvan Varna "
    "Vessel Wendle Westmark Yarrow Zellin Aldery Bramm Cobb Dunmore Estery Fenwick Grell Hollin Istrad Jessop "
    "Kelmar Lorne "
).split()
FIRST = (
    "Ana Bela Carl Dora Emil Fatima Georg Hanna Ivo Jana Karim Lena Milan Nora Oskar Petra Rafael Sofia Tomas Ursula Viktor Yara".split()
)
FIRMS = ("Foods", "Energy", "Textiles", "Motors", "Shipping", "Pharma", "Media", "Steel", "Airways", "Software")
THINGS = {  # a kind of thing, and its measures: adjective, its comparative and superlative, the opposite comparative, unit, least and most
    "tower": [("tall", "taller", "tallest", "lower", "metres", 40, 320), ("old", "older", "oldest", "newer", "years", 12, 400)],
    "bridge": [("long", "longer", "longest", "shorter", "metres", 80, 2400), ("wide", "wider", "widest", "narrower", "metres", 8, 40)],
    "lake": [("deep", "deeper", "deepest", "shallower", "metres", 9, 240), ("large", "larger", "largest", "smaller", "hectares", 30, 9000)],
    "school": [("old", "older", "oldest", "newer", "years", 15, 300)],
    "river": [("long", "longer", "longest", "shorter", "kilometres", 35, 900)],
    "mountain": [("high", "higher", "highest", "lower", "metres", 700, 4200)],
    "tunnel": [("long", "longer", "longest", "shorter", "metres", 300, 9000)],
    "library": [("large", "larger", "largest", "smaller", "square metres", 400, 9000)],
    "stadium": [("large", "larger", "largest", "smaller", "seats", 4000, 70000)],
    "ferry": [("fast", "faster", "fastest", "slower", "knots", 12, 38), ("heavy", "heavier", "heaviest", "lighter", "tonnes", 300, 9000)],
    "ticket": [("expensive", "more expensive", "most expensive", "cheaper", "euros", 3, 180)],
    "island": [("large", "larger", "largest", "smaller", "square kilometres", 4, 800)],
}
PLURALS = {"library": "libraries", "ferry": "ferries"}
AREAS = ("city", "country", "region", "province", "valley", "district", "county")
COUNTS = (
    ("people live in {name}", "{name} has {n} inhabitants", "the population of {name} is {n}"),
    ("people work at {name}", "{name} employs {n} people", "{name} has {n} employees"),
    ("students study at {name}", "{name} has {n} students", "the number of students at {name} is {n}"),
    ("visitors came to {name} last year", "{name} had {n} visitors last year", "last year {name} counted {n} visitors"),
    ("books are kept at {name}", "{name} holds {n} books", "the collection of {name} comprises {n} books"),
)
ASIDE = (
    "The council spoke about {name} at its last meeting.",
    "Photographs of {name} are on display in the town hall.",
    "Many people have asked about {name} in recent weeks.",
    "Little has been written about {name} so far.",
    "A book about {name} is to appear next spring.",
    "The archive has a folder of letters about {name}.",
)
WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty "
).split()


def name(random: Random) -> str:
    """A place that does not exist."""
    ends = ("", "", "ford", "ton", "mouth", "stead", "bury", "by")
    return random.choice(STEMS) + random.choice(ends)


def person(random: Random) -> str:
    """Somebody who does not exist."""
    return f"{random.choice(FIRST)} {random.choice(STEMS)}"


def firm(random: Random) -> str:
    """A company that does not exist."""
    return f"{random.choice(STEMS)} {random.choice(FIRMS)}"


def two(draw: Callable[[Random], str], random: Random) -> tuple[str, str]:
    """Two of a kind that are not the same."""
    first = draw(random)
    while True:
        other = draw(random)
        if other.split()[0] != first.split()[0] and other != first:
            return first, other


def figure(value: float, random: Random) -> str:
    """A number as people write it."""
    if value == int(value):
        whole = int(value)
        if whole <= 20 and random.random() < 0.5:
            return WORDS[whole]
        return f"{whole:,}" if random.random() < 0.85 else str(whole)
    return f"{value:g}"


def capital(text: str) -> str:
    """The text with a capital letter."""
    return text[:1].upper() + text[1:]


def superlative(random: Random) -> Scene:
    """The largest of a kind: said outright, by denying others, or contradicted by one that is larger."""
    kind = random.choice(list(THINGS))
    adjective, more, most, less, unit, least, top = random.choice(THINGS[kind])
    own, other = two(name, random)
    area, value = random.choice(AREAS), random.randint(least, top)
    thing, kinds = f"the {own} {kind}", PLURALS.get(kind, kind + "s")
    claims = {
        "is": f"{capital(thing)} is the {most} {kind} in the {area}.",
        "none": f"No {kind} in the {area} is {more} than {thing}.",
        "other": f"There is a {more} {kind} in the {area} than {thing}.",
        "lesser": f"{capital(thing)} is {less} than the {other} {kind}.",
    }
    texts = [
        (f"{capital(thing)} is the {most} {kind} in the {area}, at {figure(value, random)} {unit}.", "s", "s", "r", ""),
        (f"With {figure(value, random)} {unit}, {thing} is {more} than any other {kind} in the {area}.", "s", "s", "r", ""),
        (f"No {kind} in the {area} is {more} than {thing}, and none comes close to it.", "s", "s", "r", ""),
        (f"No other {kind} in the whole {area} is as {adjective} as {thing}.", "s", "s", "r", ""),
        (f"The {other} {kind}, the {most} in the {area}, is {more} than {thing}.", "r", "r", "s", "s"),
        (
            f"{capital(random.choice(('two', 'three', 'four')))} other {kinds} in the {area} are {more} than {thing}.",
            "r",
            "r",
            "s",
            "",
        ),
        (f"{capital(thing)} is the second {most} {kind} in the {area}, after the {other} {kind}.", "r", "r", "s", "s"),
        (f"For years {thing} was the {most} in the {area}, until the {more} {other} {kind} was finished.", "r", "r", "s", "s"),
        (f"{capital(thing)} is one of the {most} in the {area}.", "", "", "", ""),
        (f"{capital(thing)} is {figure(value, random)} {unit} {adjective if unit != 'seats' else 'in size'}.", "", "", "", ""),
        (f"{capital(thing)} is {more} than the {other} {kind}.", "", "", "", "r"),
        (f"The {other} {kind} is the {most} in a neighbouring {area}.", "", "", "", ""),
    ]
    text, *labels = random.choice(texts)
    return own, text, [(claim, labelled(label)) for claim, label in zip(claims.values(), labels, strict=True)]


def labelled(letter: str) -> str:
    """The label of a letter."""
    return {"s": "supports", "r": "refutes", "": "neutral"}[letter]


def bound(random: Random) -> Scene:
    """A count beside claims that it is more or fewer than something, or just so many."""
    place = name(random)
    plain, *said = random.choice(COUNTS)
    value = random.choice((random.randint(12, 95), random.randint(110, 990), random.randint(11, 99) * 100, random.randint(11, 400) * 1000))
    step = max(1, round(value * random.uniform(0.06, 0.4)))
    low, high, other = value - step, value + step, value + random.choice((-1, 1)) * max(2, round(value * random.uniform(0.15, 0.6)))
    stated = figure(value, random)
    text = capital(random.choice((f"{stated} {plain.format(name=place)}", *(one.format(name=place, n=stated) for one in said)))) + "."

    def count(words: str) -> str:
        return capital(f"{words} {plain.format(name=place)}") + "."

    claims = [
        (count(f"more than {figure(low, random)}"), "supports"),
        (count(f"at least {figure(low, random)}"), "supports"),
        (count(f"fewer than {figure(high, random)}"), "supports"),
        (count(figure(value, random)), "supports"),
        (capital(random.choice(said).format(name=place, n=figure(value, random))) + ".", "supports"),
        (count(f"more than {figure(high, random)}"), "refutes"),
        (count(f"fewer than {figure(low, random)}"), "refutes"),
        (count(figure(max(1, other), random)), "refutes"),
        (count(f"at most {figure(low, random)}"), "refutes"),
    ]
    if random.random() < 0.4:
        aside = random.choice(ASIDE).format(name=place)
        more = f"{figure(random.choice((value, random.randint(31, 70))), random)} letters have come in about it"
        text = random.choice((aside, f"{aside} {capital(more)}."))
        claims = [(claim, "neutral") for claim, _ in claims]
    elif random.random() < 0.25:
        elsewhere = next(other for other in (name(random) for _ in range(99)) if other != place)
        claims = [(claim.replace(place, elsewhere), "neutral") for claim, _ in claims]
    return place, text, claims


SHARES = (
    ("a quarter", 25), ("a third", 33), ("half", 50), ("two thirds", 67), ("three quarters", 75), ("a fifth", 20), ("a tenth", 10),
    ("one in five", 20), ("one in ten", 10), ("one in four", 25), ("two in five", 40), ("nine in ten", 90),
)  # fmt: skip
GROUPS = ("households", "voters", "patients", "pupils", "drivers", "farmers", "visitors", "respondents", "employees", "companies")
ACTS = (
    "own a car",
    "live alone",
    "speak two languages",
    "work at night",
    "read a newspaper",
    "have a garden",
    "use the train",
    "pay by card",
)


def share(random: Random) -> Scene:
    """A share in percent beside one in words, a majority, and a share of others."""
    place, (words, value) = name(random), random.choice(SHARES)
    group, act, other_act = random.choice(GROUPS), *random.sample(ACTS, 2)
    near = value + random.choice((-0.6, -0.4, -0.2, 0.0, 0.3, 0.4))
    far_words = random.choice([words for words, other in SHARES if abs(other - value) >= 8])
    where = f"in {place}"
    texts = [
        f"{near:g} percent of {group} {where} {act}, the survey found.",
        f"According to the survey, {near:g}% of {group} {where} {act}.",
        f"Asked by the institute, {near:g} percent of the {group} {where} said they {act}.",
    ]
    claims = [
        (f"About {words} of {group} {where} {act}.", "supports"),
        (f"{capital(words)} of the {group} {where} {act}.", "supports"),
        (f"About {far_words} of {group} {where} {act}.", "refutes"),
        (f"Most {group} {where} {act}.", "supports" if value > 55 else "refutes" if value < 45 else ""),
        (f"A minority of {group} {where} {act}.", "supports" if value < 45 else "refutes" if value > 55 else ""),
        (f"Hardly any {group} {where} {act}.", "refutes" if value >= 20 else ""),
        (f"About {words} of {group} {where} {other_act}.", "neutral"),
        (f"{near:g} percent of {group} {where} {other_act}.", "neutral"),
        (f"About {words} of {random.choice([one for one in GROUPS if one != group])} {where} {act}.", "neutral"),
        (f"More {group} {act} now than ten years ago.", "neutral"),
    ]
    return place, random.choice(texts), [one for one in claims if one[1]]


DEEDS = (  # what one does to another: active, passive, the noun phrase of who did it
    ("acquired", "was acquired by", firm), ("owns", "belongs to", firm), ("is larger than", "is smaller than", firm),
    ("won the final against", "lost the final to", person), ("taught", "was taught by", person), ("succeeded", "was succeeded by", person),
    ("is the mother of", "is a child of", person), ("hired", "was hired by", person), ("earns more than", "earns less than", person),
    ("is older than", "is younger than", person), ("lies north of", "lies south of", name), ("is colder than", "is warmer than", name),
    ("pays more than", "pays less than", firm), ("was founded before", "was founded after", firm),
    ("sold the ferry to", "bought the ferry from", name),
    ("replaced", "was replaced by", person), ("arrived before", "arrived after", person), ("is higher than", "is lower than", name),
)  # fmt: skip
FRAMES = (
    "{}.", "{}, the paper reports.", "Records show that {}.", "In the end, {}.", "It is well known that {}.", "{}, after years of talks.",
    "{} in {year}.", "{}, and nobody was surprised.",
)  # fmt: skip


def role(random: Random) -> Scene:
    """Who did what to whom: the same in the passive, and with the two exchanged."""
    active, passive, draw = random.choice(DEEDS)
    one, other = two(draw, random)
    third = two(draw, random)[0]
    said = f"{one} {active} {other}" if random.random() < 0.5 else f"{other} {passive} {one}"
    text = random.choice(FRAMES).format(said, year=random.randint(1950, 2024))
    claims = [
        (f"{one} {active} {other}.", "supports"),
        (f"{other} {passive} {one}.", "supports"),
        (f"{other} {active} {one}.", "refutes"),
        (f"{one} {passive} {other}.", "refutes"),
        (f"{one} {active} {third}.", "neutral"),
        (f"{third} {passive} {other}.", "neutral"),
    ]
    return one if random.random() < 0.5 else other, text, claims


EVENTS = ("opened", "was founded", "was rebuilt", "was sold", "closed", "joined the association", "got its first website")


def order(random: Random) -> Scene:
    """Two years, and what follows about which came first and how long between them."""
    one, other = two(name, random)
    verb = random.choice(EVENTS)
    early = random.randint(1880, 1998)
    years = random.randint(3, 25)
    late = early + years
    text = random.choice(
        (
            f"The mill of {one} {verb} in {early}, that of {other} in {late}.",
            f"The mill of {other} {verb} in {late}. The mill of {one} {verb} in {early}.",
            f"In {early} the mill of {one} {verb}; {years} years later the mill of {other} followed.",
        )
    )
    first, second = f"The mill of {one} {verb}", f"the mill of {other}"
    claims = [
        (f"{first} before {second}.", "supports"),
        (f"{first} earlier than {second}.", "supports"),
        (f"{first} after {second}.", "refutes"),
        (f"The mill of {other} {verb} before the mill of {one}.", "refutes"),
        (f"{years} years lie between the two mills: that of {one} {verb} first.", "supports"),
        (f"The mill of {other} {verb} in {late}.", "supports"),
        (f"The mill of {other} {verb} in {early}.", "refutes"),
        (f"The mill of {one} had its last owner in {late}.", "neutral"),
        (f"The mill of {other} {verb} because of the mill of {one}.", "neutral"),
        (f"The mill of {one} is larger than the mill of {other}.", "neutral"),
    ]
    return one, text, claims


STATES = (  # a state, how it is entered, how it is left, the other state
    ("closed to traffic", "was closed to traffic", "was opened to traffic again", "open to traffic"),
    ("on strike", "went on strike", "returned to work", "at work"),
    ("out of service", "was taken out of service", "was put back into service", "in service"),
    ("under water", "was flooded", "was dry again", "dry"),
    ("without power", "lost power", "had power again", "supplied with power"),
    ("for sale", "was put up for sale", "was sold", "sold"),
    ("banned", "was banned", "was allowed again", "allowed"),
)


def state(random: Random) -> Scene:
    """A state that was entered and left again: what holds now, and what held then."""
    what = f"the {random.choice(('tunnel', 'ferry', 'mine', 'plant', 'station', 'line', 'harbour'))} of {name(random)}"
    state, enters, leaves, other = random.choice(STATES)
    first = random.randint(2008, 2019)
    last = first + random.randint(1, 5)
    ended = random.random() < 0.55
    if ended:
        text = random.choice(
            (
                f"{capital(what)} {enters} in {first}. It {leaves} in {last}.",
                f"{capital(what)}, which {enters} in {first}, {leaves} in {last}.",
                f"In {last} {what} {leaves}, {last - first} years after it {enters}.",
            )
        )
        claims = [
            (f"{capital(what)} is {state}.", "refutes"), (f"{capital(what)} is still {state}.", "refutes"),
            (f"{capital(what)} is {other} again.", "supports"), (f"{capital(what)} {enters} in {first}.", "supports"),
            (f"{capital(what)} {leaves} in {last}.", "supports"), (f"{capital(what)} {leaves} in {first}.", "refutes"),
            (f"{capital(what)} {enters} because of a fire.", "neutral"),
        ]  # fmt: skip
    else:
        text = random.choice(
            (
                f"{capital(what)} {enters} in {first} and has been so ever since.",
                f"{capital(what)} {enters} in {first}; it is still {state}.",
                f"Since {first} {what} has been {state}, and nothing has changed.",
            )
        )
        claims = [
            (f"{capital(what)} is {state}.", "supports"), (f"{capital(what)} is still {state}.", "supports"),
            (f"{capital(what)} is {other} again.", "refutes"), (f"{capital(what)} {leaves} in {last}.", "refutes"),
            (f"{capital(what)} {enters} because of a fire.", "neutral"), (f"{capital(what)} cost the town a lot of money.", "neutral"),
        ]  # fmt: skip
    if random.random() < 0.2:
        text = random.choice(
            (f"Whether {what} will be {other} is to be decided in spring.", f"Old postcards show {what} in all its glory.")
        )
        claims = [(claim, "neutral") for claim, _ in claims]
    return what.split(" of ")[1], text, claims


def rejected(random: Random) -> Scene:
    """A statement that the text reports: as false, as true, as somebody's belief, or as a question."""
    place = name(random)
    fact, denial = random.choice(
        (
            (f"the water of {place} is safe to drink", f"the water of {place} is not safe to drink"),
            (f"the mayor of {place} resigned", f"the mayor of {place} did not resign"),
            (f"the hospital of {place} will close", f"the hospital of {place} will not close"),
            (f"eating {place} berries cures a cold", f"eating {place} berries does not cure a cold"),
            (f"{place} banned plastic bags", f"{place} did not ban plastic bags"),
            (f"the bridge of {place} was built by prisoners", f"the bridge of {place} was not built by prisoners"),
            (f"the festival of {place} was cancelled", f"the festival of {place} was not cancelled"),
        )
    )
    false = (
        f"The claim that {fact} is false.", f"It is a myth that {fact}.", f"Contrary to what is said online, {denial}.",
        f"The rumour that {fact} was made up, a spokeswoman said, and the records bear her out.", f"It is not true that {fact}.",
        f"A post says that {fact}. That is wrong.",
    )  # fmt: skip
    true = (
        f"It is true that {fact}.", f"As the records show, {fact}.", f"Officials confirmed that {fact}.",
        f"The report that {fact} is correct.",
        f"Many doubted it, but {fact}.",
    )  # fmt: skip
    open_ = (
        f"It is not known whether {fact}.", f"Some believe that {fact}, others do not.", f"Nobody has yet looked into whether {fact}.",
        f"The question whether {fact} is still before the court.", f"A user asked whether {fact}; the site has not answered.",
    )  # fmt: skip
    texts, label = random.choice(((false, "r"), (true, "s"), (open_, "")))
    turned = {"s": "r", "r": "s", "": ""}[label]
    return place, random.choice(texts), [(f"{capital(fact)}.", labelled(label)), (f"{capital(denial)}.", labelled(turned))]


def intention(random: Random) -> Scene:
    """What is planned beside what is done, and the other way round."""
    who = firm(random)
    plan, done, undone = random.choice(
        (
            ("build a second plant", "has built a second plant", "has not built a second plant"),
            ("cut its prices", "has cut its prices", "has not cut its prices"),
            ("leave the market", "has left the market", "has not left the market"),
            ("hire 200 people", "has hired 200 people", "has not hired 200 people"),
            ("stop using coal", "has stopped using coal", "has not stopped using coal"),
            ("open a shop in the old town", "has opened a shop in the old town", "has not opened a shop in the old town"),
        )
    )
    which = random.randrange(3)
    if which == 0:
        said = random.choice(
            ("plans to", "intends to", "wants to", "has announced that it will", "may", "is considering whether to", "hopes to")
        )
        text = f"{who} {said} {plan}" + random.choice((".", " next year.", ", its director said.", " by 2030."))
        firmly = said in ("plans to", "intends to", "wants to", "has announced that it will", "hopes to")
        return who, text, [
            (f"{who} {done}.", "neutral"),
            (f"{who} {undone}.", "neutral"),
            *([(f"{who} plans to {plan}.", "supports")] if firmly and said != "hopes to" else []),
            *([(f"{who} does not want to {plan}.", "refutes")] if firmly else []),
        ]  # fmt: skip
    if which == 1:
        text = random.choice((f"{who} {done}.", f"Last year {who} {done.replace('has ', '')}.", f"As promised, {who} {done}."))
        return who, text, [(f"{who} {done}.", "supports"), (f"{who} {undone}.", "refutes"), (f"{who} lost money by it.", "neutral")]
    text = random.choice(
        (f"{who} has given up its plan to {plan}.", f"{who} will not {plan} after all.", f"{who} no longer wants to {plan}.")
    )
    return who, text, [(f"{who} plans to {plan}.", "refutes"), (f"{who} {done}.", "refutes"), (f"{who} regrets it.", "neutral")]


def total(random: Random) -> Scene:
    """Parts and their sum, and which is more."""
    place = name(random)
    one, other, both = random.choice(
        (("men", "women", "people"), ("cars", "lorries", "vehicles"), ("novels", "poems", "works"), ("cows", "sheep", "animals"))
    )
    a, b = random.sample(range(2, 60), 2)
    act = {"people": "came to the meeting", "vehicles": "crossed the bridge", "works": "were sent in", "animals": "were sold"}[both]
    text = random.choice(
        (
            f"{capital(figure(a, random))} {one} and {figure(b, random)} {other} {act} in {place}.",
            f"In {place}, {figure(a, random)} {one} and {figure(b, random)} {other} {act}.",
        )
    )
    fewer = (one, other) if a < b else (other, one)
    wrong = a + b + random.choice((-3, 4, 10))
    claims = [
        (f"In all, {figure(a + b, random)} {both} {act} in {place}.", "supports"),
        (f"In all, {figure(max(1, wrong), random)} {both} {act} in {place}.", "refutes"),
        (f"More {fewer[1]} than {fewer[0]} {act} in {place}.", "supports"),
        (f"More {fewer[0]} than {fewer[1]} {act} in {place}.", "refutes"),
        (f"{capital(figure(a, random))} {one} {act} in {place}.", "supports"),
        (f"{capital(figure(a, random))} {other} {act} in {place}.", "refutes"),
        (f"More {both} than ever before {act} in {place}.", "neutral"),
        (f"{capital(figure(a + b, random))} {both} had been expected in {place}.", "neutral"),
    ]
    return place, text, claims


def part(random: Random) -> Scene:
    """Something about a part beside a claim about the whole, and the other way round."""
    whole, piece = two(name, random)
    rose, number = random.choice(("rose", "fell")), random.randint(2, 30)
    what = random.choice(("rents", "unemployment", "wages", "exports", "the number of births", "house prices"))
    other = "fell" if rose == "rose" else "rose"
    if random.random() < 0.5:
        text = f"In the district of {piece}, {what} {rose} by {number} percent."
        claims = [
            (f"In all of {whole}, {what} {rose} by {number} percent.", "neutral"),
            (f"In the district of {piece}, {what} {rose}.", "supports"),
            (f"In the district of {piece}, {what} {other}.", "refutes"),
            (f"{capital(what)} {rose} by {number} percent in every district.", "neutral"),
        ]
    else:
        text = f"In every district of {whole}, {what} {rose}; in {piece}, one of them, by {number} percent."
        claims = [
            (f"In {piece}, {what} {rose}.", "supports"),
            (f"In {piece}, {what} {other}.", "refutes"),
            (f"In no district of {whole} did {what} {'rise' if rose == 'rose' else 'fall'}.", "refutes"),
            (f"In {whole} as a whole, {what} {rose} by {number} percent.", "neutral"),
        ]
    return piece, text, claims


SCENES = (superlative, superlative, bound, share, role, role, order, state, rejected, intention, total, part)


def pairs(many: int, random: Random, scenes: Sequence[Callable[[Random], Scene]] = SCENES) -> Iterator[Pair]:
    """So many pairs, one or two of each scene; the text bare, with its title, or with something else said after it."""
    for number in range(many):
        scene = scenes[number % len(scenes)]
        title, text, claims = scene(random)
        if random.random() < 0.3:
            aside = random.choice(ASIDE).format(name=title)
            text = f"{text} {aside}" if random.random() < 0.6 else f"{aside} {text}"
        for claim, label in random.sample(claims, min(len(claims), 1 + (random.random() < 0.3))):
            served = f"{title}: {text}" if random.random() < 0.6 else text
            yield Pair(claim, served, label, f"template/{scene.__name__}")
