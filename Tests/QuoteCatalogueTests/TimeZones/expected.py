# SPDX-License-Identifier: Apache-2.0
"""Prints civil dates and the ends of dates by Python's zoneinfo, for ZoneDirectoryTests.

Usage: expected.py DAYS [ZONE...]; no zone = all of them. For each zone, DAYS days: around its
transitions and at random; fewer than 100 are all at random, since finding the transitions takes
long. Each line is: zone, instant, the date there, a date, its end; times in seconds and dates in
days since 1970-01-01.

The end of a date is found without a look at the rules: in steps of a quarter of an hour, from a time
that is surely before it, until the date is a later one; then by halving the last step.
"""

import datetime
import random
import sys
import zoneinfo

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
STEP = 900


def date_at(zone, seconds):
    local = (EPOCH + datetime.timedelta(seconds=seconds)).astimezone(zone)
    return local.date().toordinal() - 719163


def end_of_date(zone, date):
    seconds = (date + 1) * 86400 - 26 * 3600
    while date_at(zone, seconds + STEP) <= date:
        seconds += STEP
    low, high = seconds, seconds + STEP
    while high - low > 1:
        middle = (low + high) // 2
        if date_at(zone, middle) > date:
            high = middle
        else:
            low = middle
    return high


def offset_at_noon(zone, day):
    return (EPOCH + datetime.timedelta(days=day, hours=12)).astimezone(zone).utcoffset()


def transitions(zone):
    """Days between 1880 and 2110 on which the offset changes, by comparing the weeks' ends."""
    days = []
    before = offset_at_noon(zone, -32872)
    for week in range(-32872, 51135, 7):
        if offset_at_noon(zone, week + 7) != before:
            for day in range(week, week + 7):
                after = offset_at_noon(zone, day + 1)
                if after != before:
                    days.append(day + 1)
                before = after
    return days


def main():
    count = int(sys.argv[1])
    names = sys.argv[2:] or sorted(zoneinfo.available_timezones() - {"localtime", "posixrules"})
    for name in names:
        zone = zoneinfo.ZoneInfo(name)
        chance = random.Random(name)
        days = []
        if count >= 100:
            days = [day + near for day in transitions(zone) for near in (-2, -1, 0, 1)]
        chance.shuffle(days)
        days = days[: count // 2]
        days += [chance.randint(-719160, 2932890) for _ in range(count // 8)]
        days += [chance.randint(-32872, 51135) for _ in range(count - len(days))]
        for day in days:
            seconds = day * 86400 + chance.randint(0, 86399)
            print(name, seconds, date_at(zone, seconds), day, end_of_date(zone, day))


main()
