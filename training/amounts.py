"""More pairs whose label follows from arithmetic: durations, seasons, differences, barriers, several amounts in a sentence, votes.

As in `templates.py`, each scene has claims of all three labels with the same names and numbers, worded unlike the text.
"""

from random import Random

from training.templates import Scene, capital, figure, firm, labelled, name, person, two

MONTHS = "January February March April May June July August September October November December".split()
SEASONS = {"winter": (12, 1, 2), "spring": (3, 4, 5), "summer": (6, 7, 8), "autumn": (9, 10, 11)}
DECADES = ("sixties", "seventies", "eighties", "nineties")
FRACTIONS = {  # of a hundred, as people say it
    12: ("an eighth", "one in eight"),
    20: ("a fifth", "one in five"),
    25: ("a quarter", "one in four"),
    33: ("a third", "one in three"),
    50: ("half", "one in two"),
    67: ("two thirds", "two in three"),
    75: ("three quarters", "three in four"),
}


def duration(random: Random) -> Scene:
    """How long something lasted, in other units than it is told in."""
    who, place = person(random), name(random)
    months = random.choice((2, 3, 5, 7, 9, 11, 14, 18, 20, 26, 30))
    told = f"about {figure(months, random)} months" if months < 12 or random.random() < 0.4 else _years(months)
    deed, done = random.choice(
        (
            ("served {x} in prison", "was in prison for {x}"),
            ("ran the {p} museum for {x}", "was in charge of the {p} museum for {x}"),
            ("lived in {p} for {x}", "spent {x} living in {p}"),
            ("worked on the {p} bridge for {x}", "spent {x} on the {p} bridge"),
        )
    )
    years = max(1, months // 12)
    text = f"{who} {deed.format(x=told, p=place)}" + random.choice((".", ", as the court files show.", ", and then moved abroad."))
    over, under = random.choice((2, 3, 5, 10)), random.choice((1, 2, 3, 4))
    claims = [
        (f"{who} {done.format(x=f'more than {figure(years + over, random)} years', p=place)}.", "r"),
        (f"{who} {done.format(x=f'less than {figure(years + over, random)} years', p=place)}.", "s"),
        (f"{who} {done.format(x='less than a year', p=place)}.", "s" if months < 12 else "r"),
        (f"{who} {done.format(x='over a year', p=place)}.", "s" if months > 12 else "r"),
        (f"{who} {done.format(x=f'only {figure(under, random)} weeks', p=place)}.", "r"),
        (f"{who} came to {place} {figure(years + over, random)} years ago.", ""),
        (f"{who}'s brother {done.format(x='less than a year', p=place)}.", ""),
    ]
    return f"{who}: a life", text, [(claim, labelled(label)) for claim, label in random.sample(claims, 4)]


def _years(months: int) -> str:
    years, left = divmod(months, 12)
    said = "a year" if years == 1 else f"{('', '', 'two', 'three')[years]} years"
    if left == 6:
        return "a year and a half" if years == 1 else f"{('', '', 'two', 'three')[years]} and a half years"
    return said + (f" and {('', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight')[left]} months" if left else "")


def season(random: Random) -> Scene:
    """A day, and the month, season, year, decade or century it belongs to."""
    place, year, month = name(random), random.randint(1961, 2023), random.randint(1, 12)
    day = f"{random.randint(1, 28)} {MONTHS[month - 1]} {year}"
    event, told = random.choice(
        (
            ("the {p} bridge opened", "The {p} bridge has been open since {x}."),
            ("the {p} ferry was taken out of service", "The {p} ferry stopped running in {x}."),
            ("the law on the {p} reserve came into force", "The {p} reserve has been protected by law since {x}."),
            ("the {p} mine was closed for good", "Mining in {p} ended in {x}."),
            ("the software of {p} was made free for all", "Anyone has been able to use the software of {p} without paying since {x}."),
        )
    )
    own = next(one for one, months in SEASONS.items() if month in months)
    other = random.choice([one for one in SEASONS if one != own])
    said = told.format(p=place, x="{x}")
    claims = [
        (said.format(x=f"the {other} of {year}"), "r"),
        (said.format(x=f"{MONTHS[month % 12]} {year}"), "r"),
        (said.format(x=str(year + random.choice((-3, -2, -1, 1, 2, 3)))), "r"),
        (f"It was raining when {event.format(p=place)}.", ""),
        (f"More people came to {place} in the {own} of {year} than in any other.", ""),
    ]
    if own != "winter":  # a December belongs to two years
        claims.append((said.format(x=f"the {own} of {year}"), "s"))
    if 1961 <= year < 2000:
        claims.append((said.format(x=f"the {DECADES[(year - 1960) // 10]}"), "s"))
    claims.append((said.format(x=str(year)), "s"))
    opening = random.choice((f"On {day} {event.format(p=place)}.", f"{capital(event.format(p=place))} on {day}, after long talks."))
    return f"{place} through the years", opening, [(claim, labelled(label)) for claim, label in random.sample(claims, 4)]


def difference(random: Random) -> Scene:
    """Two amounts, and what the one is more than the other."""
    place, low = name(random), random.randint(20, 900) * 1000
    gap = random.choice((0.1, 0.25, 0.5, 1.0, 2.0))
    high = int(low * (1 + gap))
    more, less, verb = random.choice((("deaths", "births", "had"), ("arrivals", "departures", "counted"), ("exports", "imports", "had")))
    text = random.choice(
        (
            f"Last year {place} {verb} {high:,} {more} and {low:,} {less}.",
            f"The office recorded {low:,} {less} in {place} last year, against {high:,} {more}.",
        )
    )
    apart = high - low
    round_under, round_over = int(apart * 0.9) // 1000 * 1000, (int(apart * 1.6) // 1000 + 1) * 1000
    claims = [
        (f"{place} had more {more} than {less} last year.", "s"),
        (f"Last year {less} outnumbered {more} in {place}.", "r"),
        (f"There were over {round_under:,} more {more} than {less} in {place} last year.", "s"),
        (f"In {place}, {more} exceeded {less} by more than {round_over:,} last year.", "r"),
        (f"{place} has had more {more} than {less} for ten years.", ""),
        (f"The year before last, {place} had {low:,} {more}.", ""),
    ]
    if gap in (0.5, 1.0, 2.0):
        times = {0.5: "half as many again", 1.0: "twice as many", 2.0: "three times as many"}
        claims.append((f"{place} had {times[gap]} {more} as {less} last year." if gap > 0.5 else f"{more} beat {less} in {place}.", "s"))
        wrong = random.choice([said for at, said in times.items() if at != gap and at > 0.5])
        claims.append((f"{place} had {wrong} {more} as {less} last year.", "r"))
    return f"{place} in figures", text, [(capital(claim), labelled(label)) for claim, label in random.sample(claims, 4)]


def barrier(random: Random) -> Scene:
    """A time near to a round one: broken or not."""
    who, place, hours = person(random), name(random), random.choice((2, 3, 4, 5, 9))
    minutes = random.choice((-3, -2, -1, 1, 2, 4))
    whole, left = divmod(hours * 60 + minutes, 60)
    told = f"{figure(whole, random)} hours and {left} minutes" if left > 1 else f"{figure(whole, random)} hours and one minute"
    text = random.choice(
        (
            f"{who} won the race at {place} in {told}, a record for the course.",
            f"With a time of {told}, {who} was faster than anyone before at {place}.",
        )
    )
    broken = minutes < 0
    claims = [
        (f"{who} broke the {WORD[hours]}-hour barrier at {place}.", "s" if broken else "r"),
        (f"{who} needed more than {WORD[hours]} hours at {place}.", "r" if broken else "s"),
        (f"It took {who} less than {WORD[hours + 1]} hours to finish at {place}.", "s"),
        (f"Nobody had run the race at {place} faster before {who}.", "s"),
        (f"{who} missed the record at {place}.", "r"),
        (f"{who} ran the second half faster than the first.", ""),
        (f"The record of {who} at {place} has been confirmed by the federation.", ""),
        (f"{who} has broken the {WORD[hours]}-hour barrier in another race, too.", ""),
    ]
    return f"Race at {place}", text, [(claim, labelled(label)) for claim, label in random.sample(claims, 4)]


WORD = "zero one two three four five six seven eight nine ten".split()


def amounts(random: Random) -> Scene:
    """Several amounts in one text, each of another thing, one of them changed later."""
    buyer, seller = two(firm, random)
    price, loan, first = random.sample([20, 35, 48, 60, 75, 90, 120, 160, 210, 340, 550, 916], 3)
    low, high = sorted((price, first))
    is_lowered = random.random() < 0.6
    asked, paid = (high, low) if is_lowered else (low, high)
    text = (
        f"{seller} had asked {buyer} for {asked} million euros at first, and "
        f"{'came down to' if is_lowered else 'raised that to'} {paid} million in the end. "
        f"{buyer} paid with the help of a loan of {loan} million."
    )
    claims = [
        (f"{seller}'s first demand was {asked} million euros.", "s"),
        (f"{seller} began by asking for {paid} million.", "r"),
        (f"The price went {'down' if is_lowered else 'up'} in the course of the talks.", "s"),
        (f"{seller} {'raised' if is_lowered else 'lowered'} its demand from {asked} to {paid} million.", "r"),
        (f"{buyer} borrowed {loan} million euros.", "s"),
        (f"{buyer} took out a loan of {paid} million.", "r"),
        (f"{seller} lent {buyer} {loan} million.", ""),
        (f"{buyer} has paid back the {loan} million already.", ""),
        (f"{buyer} expects to earn {asked} million a year with what it bought.", ""),
    ]
    return f"{buyer} and {seller}", text, [(claim, labelled(label)) for claim, label in random.sample(claims, 5)]


def votes(random: Random) -> Scene:
    """How a body decided: all together, by a majority, or divided."""
    place, seats = name(random), random.choice((5, 7, 9, 11, 15))
    against = random.choice((0, 0, 1, 2, seats // 2))
    matter = random.choice(("closing the harbour", "the new school", "the sale of the forest", "the ban on fireworks"))
    body = random.choice((f"court of {place}", f"council of {place}", f"board of {place} hospital"))
    members = "judges" if body.startswith("court") else "members"
    if against:
        told = random.choice(
            (f"by {seats - against} votes to {against}", f"with {WORD[against]} of its {seats} {members} voting the other way")
        )
    else:
        told = random.choice(("unanimously", f"with all {seats} {members} in favour", "without a single vote against"))
    text = f"The {body} approved {matter} {told}."
    claims = [
        (f"The {members} of the {body} were all of one mind about {matter}.", "r" if against else "s"),
        (f"The {body} was divided over {matter}.", "s" if against else "r"),
        (f"Nobody on the {body} voted against {matter}.", "r" if against else "s"),
        (f"The {body} rejected {matter}.", "r"),
        (f"A majority of the {body} was for {matter}.", "s"),
        (f"{capital(matter)} was first proposed by the mayor.", ""),
        (f"Most people in {place} are in favour of {matter}.", ""),
        (f"The {body} has changed its mind about {matter} before.", ""),
    ]
    return f"The {body}", text, [(claim, labelled(label)) for claim, label in random.sample(claims, 5)]


def fraction(random: Random) -> Scene:
    """A share in percent, as a fraction in words."""
    place, share = name(random), random.choice(list(FRACTIONS))
    off = random.choice((-0.6, -0.3, 0.0, 0.2, 0.4))
    subject, claimed = random.choice(
        (
            ("of world trade in tin passes through {p}", "of the world's tin trade goes by way of {p}"),
            ("of the people of {p} speak two languages", "people in {p} are bilingual"),
            ("of the households in {p} own a bicycle", "households in {p} have a bike"),
        )
    )
    text = f"{random.choice(('Around', 'About', 'Some', 'Roughly'))} {share + off:g} per cent {subject.format(p=place)}."
    other = random.choice([one for one in FRACTIONS if abs(one - share) > 7])
    is_counted = claimed.split()[0] in ("people", "households")
    said, wrong = (FRACTIONS[one][is_counted] for one in (share, other))
    claims = [
        (f"Roughly {said} {claimed.format(p=place)}.", "s"),
        (f"About {wrong} {claimed.format(p=place)}.", "r"),
        (f"More than half of {'the ' if is_counted else ''}{_plural(claimed).format(p=place)}.", "s" if share > 50 else "r"),
        (f"Hardly any {claimed.removeprefix('of the ').format(p=place)}.", "r"),
        (f"{capital(said)} {claimed.format(p=place)} today, twice as much as ten years ago.", ""),
        (f"In no other place is the share as high as in {place}.", ""),
    ]
    return f"{place} in figures", text, [(claim, labelled(label)) for claim, label in random.sample(claims, 4) if "half of of" not in claim]


def _plural(claimed: str) -> str:
    return claimed.removeprefix("of ")


SCENES = (duration, season, difference, barrier, amounts, votes, fraction)
