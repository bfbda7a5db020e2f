"""Runs statements on a Spark cluster for a test: one request of JSON on each line of the input, one answer on the output.

    {"table": NAME, "columns": [[NAME, TYPE], …], "rows": [[DATUM, …], …]}    two files of Parquet, and a view of them
    {"sql": TEXT, "args": {NAME: DATUM}}                                      {"rows": [[DATUM, …], …]} or {"error": …}

A datum is null, {"i": 1}, {"r": "1.5"}, {"t": "text"} or {"b": BASE64}.
"""
import base64
import json
import logging
import os
import re
import shutil
import sys
import tempfile
from decimal import Decimal

import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import SparkSession

ARROW = {"boolean": pa.bool_(), "bigint": pa.int64(), "double": pa.float64(), "string": pa.string(), "binary": pa.binary(),
         "timestamp": pa.timestamp("us", tz="UTC"), "decimal(38,18)": pa.decimal128(38, 18)}


def arrow_type(name):
    return pa.list_(ARROW[name[6:-1]]) if name.startswith("array<") else ARROW[name]


def micros(text):
    """The microseconds since 1970 of '2001-02-03 04:05:06.000007+00', whatever the year is."""
    year, month, day, hour, minute, second, rest, era = re.match(
        r"(\d+)-(\d+)-(\d+) (\d+):(\d+):(\d+)\.(\d{6})\+00( BC)?$", text).groups()
    y, m, d = (1 - int(year) if era else int(year)), int(month), int(day)
    y -= m <= 2
    day_of_year = (153 * (m - 3 if m > 2 else m + 9) + 2) // 5 + d - 1
    days = (y // 400) * 146097 + (y % 400) * 365 + (y % 400) // 4 - (y % 400) // 100 + day_of_year - 719468
    return ((days * 24 + int(hour)) * 60 + int(minute)) * 60_000_000 + int(second) * 1_000_000 + int(rest)


def element(value, name):
    """An element of a list, from JSON as cdq writes it."""
    if value is None: return None
    if name == "double": return float(value)
    if name == "binary": return base64.b64decode(value)
    if name == "decimal(38,18)": return Decimal(value)
    if name == "timestamp":
        if isinstance(value, dict): return round(Decimal(value["$date"]) * 1_000_000) + 978307200000000
        date, time = value.rstrip("Z").split("T")
        seconds, _, rest = time.partition(".")
        return micros(f"{date} {seconds}.{rest[:6].ljust(6, '0')}+00")
    return value


def stored(datum, name):
    if datum is None: return None
    (kind, value), = datum.items()
    if name.startswith("array<"):
        return [element(x, name[6:-1]) for x in json.loads(value, parse_float=Decimal)]
    if name == "boolean": return value != 0
    if name == "timestamp": return micros(value)
    if name == "decimal(38,18)": return Decimal(value)
    if kind == "r": return float(value)
    return base64.b64decode(value) if kind == "b" else value


def argument(datum):
    if datum is None: return None
    (kind, value), = datum.items()
    return float(value) if kind == "r" else bytearray(base64.b64decode(value)) if kind == "b" else value


def real(number):
    return "NaN" if number != number else {float("inf"): "Infinity", float("-inf"): "-Infinity"}.get(number) or repr(number)


def listed(value, kind):
    """An element of a list, as JSON that cdq reads."""
    if value is None: return "null"
    if pa.types.is_timestamp(kind): return '{"$date": %r}' % ((value - 978307200000000) / 1e6)
    if pa.types.is_floating(kind): return json.dumps(real(value)) if value != value or abs(value) == float("inf") else repr(value)
    if pa.types.is_decimal(kind): return format(value, "f")
    if pa.types.is_binary(kind): return json.dumps(base64.b64encode(value).decode())
    return json.dumps(value)


def answered(value, kind):
    if value is None: return None
    if pa.types.is_boolean(kind): return {"i": int(value)}
    if pa.types.is_integer(kind): return {"i": value}
    if pa.types.is_floating(kind): return {"r": real(value)}
    if pa.types.is_timestamp(kind):
        sign, rest = ("-", -value) if value < 0 else ("", value)
        return {"t": "%s%d.%06d" % (sign, rest // 1_000_000, rest % 1_000_000)}
    if pa.types.is_decimal(kind): return {"t": format(value, "f")}
    if pa.types.is_binary(kind): return {"b": base64.b64encode(value).decode()}
    if pa.types.is_list(kind):
        return {"t": "[" + ",".join(listed(x, kind.value_type) for x in value) + "]"}
    return {"t": value}


def plain(column):
    """The values of a column; those of dates are microseconds since 1970, since Python has few years."""
    kind = column.type
    if pa.types.is_timestamp(kind): return column.cast(pa.timestamp("us")).cast(pa.int64()).to_pylist()
    if pa.types.is_list(kind) and pa.types.is_timestamp(kind.value_type):
        column = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
        return column.cast(pa.list_(pa.timestamp("us"))).cast(pa.list_(pa.int64())).to_pylist()
    return column.to_pylist()


class Server:
    def __init__(self, master):
        # It would print each error with the stacks of Java and Python, which the test reads from the answers.
        logging.getLogger("SQLQueryContextLogger").disabled = True
        self.folder = tempfile.mkdtemp(prefix="cdq-spark-")
        self.spark = (
            SparkSession.builder.master(master).appName("cdq").config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
            .config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.session.timeZone", "UTC").config("spark.sql.caseSensitive", "true")
            .config("spark.sql.ansi.enabled", "true").config("spark.sql.shuffle.partitions", "2")
            .config("spark.executor.memory", "1g").config("spark.log.level", "OFF")
            .config("spark.sql.warehouse.dir", self.folder + "/warehouse").getOrCreate())
        self.number = 0

    def load(self, request):
        names = [name for name, _ in request["columns"]]
        kinds = [kind for _, kind in request["columns"]]
        columns = [[stored(row[i], kind) for row in request["rows"]] for i, kind in enumerate(kinds)]
        arrays = [pa.array(values, type=arrow_type(kind)) for values, kind in zip(columns, kinds)]
        table = pa.Table.from_arrays(arrays, names=names)
        self.number += 1
        folder = os.path.join(self.folder, str(self.number))
        os.mkdir(folder)
        half = (table.num_rows + 1) // 2
        for part, rows in enumerate([table.slice(0, half), table.slice(half)]):
            pq.write_table(rows, os.path.join(folder, f"part-{part}.parquet"))
        self.spark.read.parquet(folder).createOrReplaceTempView("`%s`" % request["table"].replace("`", "``"))
        return {}

    def ask(self, request):
        args = {name: argument(datum) for name, datum in request["args"].items()}
        table = self.spark.sql(request["sql"], args=args).toArrow()
        columns = [[answered(value, column.type) for value in plain(column)] for column in table.columns]
        return {"rows": [list(row) for row in zip(*columns)] if columns else []}

    def run(self):
        for line in sys.stdin:
            request = json.loads(line)
            try:
                answer = self.load(request) if "table" in request else self.ask(request)
            except Exception as error:  # noqa: BLE001 (the test decides what it means)
                answer = {"error": str(error)[:2000]}
            out.write(json.dumps(answer) + "\n")
            out.flush()
        self.spark.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


if __name__ == "__main__":
    # Spark's own messages go elsewhere.
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    Server(sys.argv[1]).run()
