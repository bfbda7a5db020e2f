#!/usr/bin/env python3
"""Compares two builds of cdq-benchmarks: runs them in turn, and prints the ratio of their times for each query and engine.

    compare.py OLD NEW [--runs N] [--again N] [--limit RATIO] [-- OPTIONS OF BOTH]

OLD and NEW are the paths of two binaries. Each is run N times (3 by default), in turn, so that what slows the machine
slows both; of each time the least counts. A query that seems slower than RATIO times (1.1 by default) is then run alone,
in turn by both, up to 5 times (`--again`): a run takes minutes, in which the speed of a shared machine changes by half. The
process ends with 1 when a query of cdq's engines is still slower.
"""
import argparse
import json
import math
import subprocess
import sys
import tempfile

# Engines that are cdq's own; the others are what it is compared with.
OWN = ["column", "row", "generated"]


def measure(binary, options):
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        subprocess.run([binary, "--json", file.name, *options], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return {(item["query"], item["engine"]): item["ms"] for item in json.load(file)}


def main():
    arguments = sys.argv[1:]
    split = arguments.index("--") if "--" in arguments else len(arguments)
    parser = argparse.ArgumentParser()
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--again", type=int, default=5)
    parser.add_argument("--limit", type=float, default=1.1)
    options = parser.parse_args(arguments[:split])
    best = [{}, {}]

    def run_both(settings):
        for index, binary in enumerate([options.old, options.new]):
            for key, time in measure(binary, settings).items():
                best[index][key] = min(time, best[index].get(key, time))

    for run in range(options.runs):
        print(f"run {run + 1} of {options.runs}", file=sys.stderr)
        run_both(arguments[split + 1 :])
    old, new = best
    for query in list(dict.fromkeys(query for query, _ in new)):
        for _ in range(options.again):
            keys = [(query, engine) for engine in OWN if (query, engine) in new and old.get((query, engine))]
            if all(new[key] <= options.limit * old[key] for key in keys):
                break
            print(f"again: {query}", file=sys.stderr)
            # All decoding is measured together, under one name.
            name = "decode JSON" if query.startswith("decode") else query
            run_both([*arguments[split + 1 :], "--filter", name])
    queries = list(dict.fromkeys(query for query, _ in new))
    slower = []
    print("| query |" + "".join(f" {engine} |" for engine in OWN))
    print("|---|" + "---:|" * len(OWN))
    logs = []
    for query in queries:
        cells = []
        for engine in OWN:
            before, after = old.get((query, engine)), new.get((query, engine))
            if not before or not after:
                cells.append("–")
                continue
            ratio = after / before
            logs.append(math.log(ratio))
            cells.append(f"{after:.3g} ({ratio:.2f}×)")
            if ratio > options.limit:
                slower.append(f"{query} ({engine}): {before:.4g} → {after:.4g} ms, {ratio:.2f}×")
        if cells != ["–"] * len(OWN):
            print(f"| {query} | " + " | ".join(cells) + " |")
    if logs:
        print(f"\nGeometric mean of the ratios: {math.exp(sum(logs) / len(logs)):.3f}", file=sys.stderr)
    for line in slower:
        print(f"slower: {line}", file=sys.stderr)
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
