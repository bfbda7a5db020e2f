#!/usr/bin/env python3
"""Compares two builds of cdq-benchmarks: runs them in turn, and prints the ratio of their times for each query and engine.

    compare.py OLD NEW [--runs N] [--limit RATIO] [-- OPTIONS OF BOTH]

OLD and NEW are the paths of two binaries. Each is run N times (3 by default), in turn, so that what slows the machine
slows both; of each time the least counts. The process ends with 1 when a query of cdq's engines takes more than RATIO
times as long as before (1.1 by default).
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
    parser.add_argument("--limit", type=float, default=1.1)
    options = parser.parse_args(arguments[:split])
    best = [{}, {}]
    for run in range(options.runs):
        for index, binary in enumerate([options.old, options.new]):
            print(f"run {run + 1} of {options.runs}: {binary}", file=sys.stderr)
            for key, time in measure(binary, arguments[split + 1 :]).items():
                best[index][key] = min(time, best[index].get(key, time))
    old, new = best
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
