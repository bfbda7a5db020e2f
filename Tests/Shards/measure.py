"""Measures statements of cdq on one PostgreSQL and on tables that are divided among three servers by postgres_fdw.

    CDQ=.build/release/cdq .ci/postgres … Tests/Shards/measure.py 1000000

`Tests/Shards/run` starts the servers. For each query of World.cdq it prints the median of five runs in both, whether the
conditions were tested by the servers, and the rows that the coordinator took from them. Both must give the same number of rows.
"""
import csv
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time

ROWS = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
HERE = os.path.dirname(os.path.abspath(__file__))
CDQ = os.environ["CDQ"]
SCHEMA = os.path.join(HERE, "World.cdq")
COORDINATOR, *SERVERS = os.environ["CDQ_POSTGRES_SERVERS"].split()
PSQL = os.path.join(os.environ.get("CDQ_POSTGRES_BIN", ""), "psql") if os.environ.get("CDQ_POSTGRES_BIN") else "psql"
ARGUMENTS = {
    "named": {"name": "'Konela 4711'"}, "prefixed": {"prefix": "'konela 471'"}, "several": {"ids": "'{1,500,4711}'"},
    "ofCountry": {"code": "'C7'"}, "page": {"after": "'Konela 4711'"}, "countAll": {"least": "1000000"},
    "withTag": {"label": "'t3'"},
}


def psql(url, script):
    done = subprocess.run([PSQL, "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", url], input=script, text=True,
                          capture_output=True)
    if done.returncode: sys.exit(done.stderr)
    return done.stdout


def write(folder):
    """Cities of 250 countries, as CSV that 'cdq load' reads."""
    numbers = random.Random(1)
    with open(os.path.join(folder, "Country.csv"), "w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["code", "name"])
        out.writerows([f"C{i}", f"Country {i}"] for i in range(250))
    with open(os.path.join(folder, "Tag.csv"), "w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["label"])
        out.writerows([f"t{i}"] for i in range(20))
    with open(os.path.join(folder, "City.csv"), "w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["id", "name", "population", "founded", "country", "tags"])
        for i in range(ROWS):
            name = f"{numbers.choice(['Konela', 'Múrana', 'Tibo', 'Ésterel'])} {i}"
            population = "" if numbers.random() < 0.05 else numbers.randrange(30_000_000)
            founded = f"{numbers.randrange(1000, 2000)}-01-01T00:00:00Z"
            country = "" if numbers.random() < 0.01 else f"C{numbers.randrange(250)}"
            out.writerow([i, name, population, founded, country, f'["t{numbers.randrange(20)}"]'])


def statements():
    """The name of each query of World.cdq, and its statement with literal arguments."""
    text = open(SCHEMA, encoding="utf-8").read()
    for name, query in re.findall(r"^query (\w+) = (.*)$", text, re.M):
        query = query.replace("$ids", "{1, 500, 4711}")
        for parameter, value in ARGUMENTS.get(name, {}).items(): query = query.replace("$" + parameter, value)
        options = ["--stage", "sql", "--dialect", "postgres", "--schema", SCHEMA, "--shards", os.environ["CDQ_SHARDS"]]
        dump = subprocess.run([CDQ, "dump", query, *options, "--format", "json"], capture_output=True, text=True, check=True)
        statement = json.loads(dump.stdout)
        values = {}
        for binding in statement["bindings"]:
            value = binding["value"]
            values[binding["name"]] = "'" + value.replace("'", "''") + "'" if isinstance(value, str) else str(value)
        sql = re.sub(r"\$\d+", lambda mark: values[mark.group()], statement["text"])
        told = subprocess.run([CDQ, "dump", query, *options], capture_output=True, text=True, check=True).stdout
        yield name, sql, [line[3:] for line in told.splitlines() if "crosses servers" in line]


def times(url, sql):
    """The median in milliseconds of five runs behind one that does not count, and the number of rows."""
    script = f"SET jit = off;\n\\o /dev/null\n{sql};\n\\timing on\n" + f"{sql};\n" * 5 + "\\timing off\n"
    found = [float(ms) for ms in re.findall(r"Time: ([\d.]+) ms", psql(url, script))]
    return statistics.median(found), int(psql(url, f"SELECT count(*) FROM ({sql}) AS q"))


def shipped(sql):
    """The rows that the coordinator took from the servers, and whether the coordinator tested conditions of its own."""
    plan = json.loads(psql(COORDINATOR, f"SET jit = off; EXPLAIN (ANALYZE, VERBOSE, FORMAT JSON) {sql}"))[0]["Plan"]
    rows, local, open_plans = 0, False, [plan]
    while open_plans:
        node = open_plans.pop()
        open_plans += node.get("Plans", [])
        if node["Node Type"] == "Foreign Scan":
            rows += node["Actual Rows"] * node["Actual Loops"]
            local |= "Filter" in node
    return int(rows), local


def main():
    with tempfile.TemporaryDirectory() as folder:
        write(folder)
        shards = os.path.join(folder, "..", os.path.basename(folder) + ".shards.json")
        with open(shards, "w", encoding="utf-8") as file: json.dump({"servers": SERVERS, "keys": {"City": "country"}}, file)
        os.environ["CDQ_SHARDS"] = shards
        single = COORDINATOR.rsplit("/", 1)[0] + "/single"
        psql(COORDINATOR, "CREATE DATABASE single")
        loads = []
        for url, options in [(single, []), (COORDINATOR, ["--shards", shards])]:
            start = time.time()
            subprocess.run([CDQ, "load", folder, "--schema", SCHEMA, "--to", url, *options], check=True)
            loads.append(time.time() - start)
        psql(single, "ANALYZE")
        print(f"load of {ROWS:,} cities: {loads[0]:.1f} s on one server, {loads[1]:.1f} s on {len(SERVERS)}")
        print("| query | one server, ms | divided, ms | rows | rows taken from the servers | tested by the coordinator | crosses servers |")
        print("|---|---:|---:|---:|---:|---|---|")
        for name, sql, crossings in statements():
            one, rows = times(single, sql)
            divided, same = times(COORDINATOR, sql)
            if rows != same: sys.exit(f"{name}: {same} rows instead of {rows}")
            sent, local = shipped(sql)
            crossed = ", ".join(re.findall(r"'([\w.]+)' crosses", " ".join(crossings)))
            print(f"| {name} | {one:.1f} | {divided:.1f} | {rows} | {sent} | {'yes' if local else ''} | {crossed} |", flush=True)
        os.remove(shards)


main()
