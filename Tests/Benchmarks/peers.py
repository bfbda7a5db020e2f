"""DuckDB and Polars on the benchmark's data, one thread each, in one process.

usage: peers.py FOLDER   (City.csv, Country.csv and job.json, as `cdq-benchmarks --peers` writes them)

Prints the JSON list that the benchmark prints: milliseconds are the median of warm runs, results are made comparable
after the clock has stopped.
"""

import json
import os
import statistics
import sys
import time

# Read when Polars is imported.
os.environ["POLARS_MAX_THREADS"] = "1"

import duckdb
import numpy
import polars
from polars import col


def measured(run, runs):
    """Median milliseconds and the result of the first run; what is too short for the clock runs several times."""
    start = time.process_time()
    result = run()
    first = (time.process_time() - start) * 1000
    if runs == 1:
        return first, result
    repetitions = max(1, min(1000, int(1 / max(first, 0.001))))
    times = []
    for _ in range(max(runs, min(25, int(200 / max(first * repetitions, 1))))):
        start = time.process_time()
        for _ in range(repetitions):
            kept = run()
        times.append((time.process_time() - start) * 1000 / repetitions)
        del kept
    return statistics.median(times), result


def ids_digest(ids):
    ids = numpy.asarray(ids).astype(numpy.int64).view(numpy.uint64)
    places = numpy.arange(1, len(ids) + 1, dtype=numpy.uint64)
    with numpy.errstate(over="ignore"):
        total = int((ids * places).sum(dtype=numpy.uint64))
    return f"{len(ids)}:{total:x}"


def lines_digest(lines):
    value = 0xCBF29CE484222325
    for line in lines:
        for byte in (line + "\n").encode():
            value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return f"{len(lines)}:{value:x}"


def cell(value):
    if value is None:
        return ""
    if isinstance(value, float):
        return "%.9g" % value
    return str(value)


def table_digest(rows):
    return lines_digest(sorted(("|".join(cell(value) for value in row) for row in rows), key=str.encode))


def answer(shape, result):
    """The same text or number that the benchmark makes of the same result."""
    if shape == "count":
        return int(result)
    if shape == "exists":
        return bool(result)
    if shape == "ids":
        return ids_digest(result)
    if shape == "codes":
        return lines_digest(list(result))
    return table_digest(result)


def duckdb_runs(folder, job):
    connection = duckdb.connect()
    connection.execute("SET threads = 1")
    connection.execute(f"""
        CREATE TABLE country AS SELECT (row_number() OVER ()) - 1 AS number, * FROM
          read_csv('{folder}/Country.csv', header = true, columns = {{'code': 'VARCHAR', 'name': 'VARCHAR',
            'continent': 'VARCHAR'}});
        CREATE TABLE city (id BIGINT PRIMARY KEY, name VARCHAR NOT NULL, countryCode VARCHAR NOT NULL,
          population BIGINT NOT NULL, area DOUBLE NOT NULL, isCapital BOOLEAN NOT NULL, elevation BIGINT,
          founded DATE NOT NULL, rank BIGINT NOT NULL, country BIGINT);
        INSERT INTO city SELECT c.id, c.name, c.countryCode, c.population, c.area, c.isCapital, c.elevation, c.founded,
          c.rank, k.number FROM read_csv('{folder}/City.csv', header = true, columns = {{'id': 'BIGINT',
            'name': 'VARCHAR', 'countryCode': 'VARCHAR', 'population': 'BIGINT', 'area': 'DOUBLE',
            'isCapital': 'BOOLEAN', 'elevation': 'BIGINT', 'founded': 'DATE', 'rank': 'BIGINT',
            'country': 'VARCHAR'}}) c LEFT JOIN country k ON k.code = c.country ORDER BY c.id;
        CREATE INDEX cityRank ON city (rank);
        CREATE TABLE many (value BIGINT);
    """)
    connection.execute("INSERT INTO many SELECT unnest(?)", [job["many"]])
    for query in job["queries"]:
        if query.get("duckdb") is None:
            continue
        connection.execute(f"PREPARE {query['name']} AS {query['duckdb']}")
        text, shape = f"EXECUTE {query['name']}", query["shape"]

        def run():
            cursor = connection.execute(text)
            if shape in ("count", "exists"):
                return cursor.fetchone()[0]
            if shape == "ids":
                return next(iter(cursor.fetchnumpy().values()))
            if shape == "codes":
                return [row[0] for row in cursor.fetchall()]
            return cursor.fetchall()

        yield query, "duckdb", run


def polars_expressions(rows, many, some_name):
    """What Polars can say: by name, a function of the cities and the countries that gives the result."""
    name, population = col("name"), col("population")
    million = 1_000_000
    limit = 30_000_000 - 10_000_000_000 // rows
    average = rows // 250
    count = lambda predicate: lambda c, k: c.lazy().filter(predicate).select(polars.len()).collect().item()
    ids = lambda predicate: lambda c, k: c.lazy().filter(predicate).select("id").collect()["id"].to_numpy()

    def countries(aggregate, predicate):
        """Countries whose cities, brought together in one pass, satisfy something."""
        def run(c, k):
            groups = c.lazy().filter(col("country").is_not_null()).group_by("country").agg(aggregate.alias("value"))
            joined = k.lazy().join(groups, left_on="code", right_on="country", how="left").sort("code")
            return joined.filter(predicate).select("code").collect()["code"].to_list()
        return run

    value = col("value")
    density = population / col("area") > 100.0
    code_range = (col("countryCode") == "AA") & population.is_between(1000, 5000)
    three = col("countryCode").is_in(["AA", "BE", "CI"])
    begins = name.str.to_lowercase().str.starts_with("san")
    values = polars.Series(many)
    first, last = polars.date(1950, 1, 1), polars.date(1980, 1, 1)
    mixed = (col("isCapital") | ~(population < million)) & ((col("elevation") > 500) | col("elevation").is_null()) & \
        ~name.str.starts_with("A")
    joined = lambda c, k: c.lazy().join(k.lazy(), left_on="country", right_on="code", how="inner", suffix="OfCountry")
    return {
        "populationAbove": ids(population > million),
        "populationAboveCount": count(population > million),
        "populationBetweenCount": count(population.is_between(1000, 5000)),
        "areaBelowCount": count(col("area") < 2500.5),
        "elevationNil": ids(col("elevation").is_null()),
        "elevationNilCount": count(col("elevation").is_null()),
        "elevationAboveCount": count(col("elevation") >= 500),
        "foundedCount": count((col("founded") >= first) & (col("founded") < last)),
        "capitalCount": count(col("isCapital")),
        "codeAndPopulation": ids(code_range),
        "codeAndPopulationCount": count(code_range),
        "codeInThree": ids(three),
        "codeInThreeCount": count(three),
        "populationInManyCount": count(population.is_in(values.implode())),
        "nameEqualsCount": count(name == some_name),
        "namePrecedesCount": count(name < "Lin"),
        "nameBegins": ids(begins),
        "nameBeginsCount": count(begins),
        "namePrefixCount": count(name.str.starts_with("San")),
        "nameContains": ids(name.str.contains("burg", literal=True)),
        "nameContainsCount": count(name.str.contains("burg", literal=True)),
        "nameEndsCount": count(name.str.ends_with("ville")),
        "nameLikeCount": count(name.str.contains("(?s)^S.*b.rg")),
        "nameMatchesCount": count(name.str.contains("burg[aeiou]")),
        "densityCount": count(density),
        "arithmeticCount": count(population * 2 + col("rank") - 7 > 2_000_000),
        "mixedCount": count(mixed),
        "continentCount": lambda c, k: joined(c, k).filter(col("continent") == "Europe").select(polars.len())
            .collect().item(),
        "countryAndPopulationCount": lambda c, k: joined(c, k)
            .filter(col("nameOfCountry").str.starts_with("B") & (population > million)).select(polars.len())
            .collect().item(),
        "anyCity": countries((population > limit).any(), value.fill_null(False)),
        "allCities": countries((population < limit).all(), value.fill_null(True)),
        "noneCity": countries((population > limit).any(), ~value.fill_null(False)),
        "cityCount": countries(polars.len(), value.fill_null(0) > average),
        "citySum": countries(population.sum(), value.fill_null(0) > average * 1_700_000),
        "subquery": countries(
            ((population > million) & col("isCapital")).sum(), value.fill_null(0) > rows // 25_000),
        "correlated": countries(
            name.str.to_lowercase().str.starts_with(col("country").str.to_lowercase()).sum(),
            value.fill_null(0) > rows // 20_000),
        "topNames": lambda c, k: c.lazy().filter(population > 5000)
            .sort(["name", "id"], descending=[True, False]).head(20).select("id").collect()["id"].to_numpy(),
        "topPopulation": lambda c, k: c.lazy().sort(["population", "id"], descending=[True, False]).head(20)
            .select("id").collect()["id"].to_numpy(),
        "sortName": lambda c, k: c.lazy().select("name", "id").sort("name", "id").select("id").collect()["id"]
            .to_numpy(),
        "sortPopulation": lambda c, k: c.lazy().select("population", "id")
            .sort(["population", "id"], descending=[True, False]).select("id").collect()["id"].to_numpy(),
        "perCountry": lambda c, k: c.lazy().filter(col("elevation").is_not_null()).group_by("countryCode")
            .agg(polars.len(), population.sum(), col("area").mean()).collect().rows(),
        "perContinent": lambda c, k: c.lazy().join(k.lazy(), left_on="country", right_on="code", how="left")
            .group_by("continent").agg(polars.len(), population.max()).filter(col("len") > 10).collect().rows(),
        "totals": lambda c, k: c.lazy().select(polars.len(), population.sum(), col("area").mean()).collect().rows(),
        "existsName": lambda c, k: c.lazy().filter(name == some_name).head(1).collect().height > 0,
        "firstAbove": lambda c, k: c.lazy().filter(population > 29_500_000).head(1).select("id").collect()["id"]
            .to_numpy(),
        "byID": ids(col("id") == rows // 2),
        "rankBetween": ids(col("rank").is_between(rows, rows + rows // 250)),
    }


def polars_runs(folder, job):
    cities = polars.read_csv(
        f"{folder}/City.csv", schema={
            "id": polars.Int64, "name": polars.String, "countryCode": polars.String, "population": polars.Int64,
            "area": polars.Float64, "isCapital": polars.Boolean, "elevation": polars.Int64, "founded": polars.Date,
            "rank": polars.Int64, "country": polars.String,
        })
    countries = polars.read_csv(f"{folder}/Country.csv")
    some_name = cities["name"][job["rows"] * 3 // 4]
    expressions = polars_expressions(job["rows"], job["many"], some_name)
    for query in job["queries"]:
        if query["name"] in expressions:
            expression = expressions[query["name"]]
            yield query, "polars", lambda: expression(cities, countries)


def main():
    folder = sys.argv[1]
    with open(f"{folder}/job.json", encoding="utf-8") as file:
        job = json.load(file)
    results = []
    for engine in (duckdb_runs, polars_runs):
        for query, name, run in engine(folder, job):
            print(f"{name}: {query['name']}", file=sys.stderr)
            milliseconds, result = measured(run, job["runs"])
            results.append({
                "query": query["name"], "rows": job["rows"], "engine": name, "ms": milliseconds,
                "result": answer(query["shape"], result),
            })
    print(json.dumps(results, indent=1))


main()
