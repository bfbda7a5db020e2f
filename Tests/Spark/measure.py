"""Counts, groups and joins rows of Parquet on a Spark cluster by the statements of 'cdq dump --stage sql --dialect spark'.

    CDQ=.build/debug/cdq Tests/Spark/cluster … measure.py MASTER 50000000 [RUNS]

`Tests/Spark/run` starts the cluster. The files are made by Spark in a temporary folder, which is deleted afterwards.
"""
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from pyspark.sql import SparkSession

MASTER, ROWS = sys.argv[1], int(sys.argv[2])
RUNS = int(sys.argv[3]) if len(sys.argv) > 3 else 3
HERE = os.path.dirname(os.path.abspath(__file__))
SCHEMA = os.path.join(HERE, "World.cdq")


def statements():
    """The name of each query of World.cdq, its statement, and its arguments."""
    for name, query in re.findall(r"^query (\w+) = (.*)$", open(SCHEMA, encoding="utf-8").read(), re.M):
        options = ["--stage", "sql", "--dialect", "spark", "--schema", SCHEMA, "--format", "json"]
        dump = subprocess.run([os.environ["CDQ"], "dump", query, *options], capture_output=True, text=True)
        if dump.returncode: sys.exit(f"{name}: {dump.stderr}")
        statement = json.loads(dump.stdout)
        yield name, statement["text"], {binding["name"]: binding["value"] for binding in statement["bindings"]}


def main():
    folder = tempfile.mkdtemp(prefix="cdq-spark-")
    spark = (
        SparkSession.builder.master(MASTER).appName("cdq").config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false").config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1").config("spark.sql.session.timeZone", "UTC")
        .config("spark.executor.memory", "2g").config("spark.sql.shuffle.partitions", "8").config("spark.log.level", "OFF")
        .getOrCreate())
    try:
        start = time.time()
        spark.sql("SELECT id AS _id, concat('C', id) AS code, concat('c', id) AS code_c, concat('c', id) AS code_cd, "
                  "concat('Country ', id) AS name, concat('country ', id) AS name_c, concat('country ', id) AS name_cd "
                  "FROM range(250)").write.parquet(folder + "/Country")
        # The folded columns are what cdq's own folding gives for these names.
        spark.sql(f"""
            SELECT id AS _id, id, concat(base, id) AS name, concat(lower(base), id) AS name_c,
              concat(translate(lower(base), 'éú', 'eu'), id) AS name_cd,
              CASE WHEN h % 20 = 0 THEN NULL ELSE pmod(h, 30000000) END AS population,
              timestamp_seconds(pmod(h, 2000000000)) AS founded,
              CASE WHEN h % 100 = 1 THEN NULL ELSE pmod(h div 7, 250) END AS country, id AS country_position
            FROM (SELECT id, xxhash64(id) AS h, element_at(array('Konela ', 'Múrana ', 'Tibo ', 'Ésterel '), int(id % 4) + 1) AS base
                  FROM range(0, {ROWS}, 1, 16))
            """).write.parquet(folder + "/City")
        size = sum(os.path.getsize(os.path.join(folder, "City", name)) for name in os.listdir(folder + "/City"))
        print(f"{ROWS:,} rows of Parquet, {size / 1e9:.2f} GB, made in {time.time() - start:.0f} s")
        for name in ["City", "Country"]: spark.read.parquet(f"{folder}/{name}").createOrReplaceTempView(name)
        print(f"| query | median of {RUNS}, s | rows | first row |\n|---|---:|---:|---|")
        for name, sql, args in statements():
            times = []
            for _ in range(RUNS):
                start = time.time()
                rows = spark.sql(sql, args=args).collect()
                times.append(time.time() - start)
            print(f"| {name} | {statistics.median(times):.1f} | {len(rows)} | {tuple(rows[0])} |", flush=True)
    finally:
        spark.stop()
        shutil.rmtree(folder, ignore_errors=True)


main()
