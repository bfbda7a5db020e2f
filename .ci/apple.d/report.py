"""What was checked, as a table: a row for each part of the repository, a column for each system."""
from system import ROOT

# The most errors of a module that are printed.
MOST = 20


class Report:
    def __init__(self):
        self.cells, self.columns, self.errors = {}, [], 0
        # The seconds of a processor that each row took.
        self.seconds = {}

    def add(self, row, column, errors, seconds=0.0):
        """Counts a module, and prints its errors."""
        self.seconds[row] = self.seconds.get(row, 0) + seconds
        if column not in self.columns:
            self.columns.append(column)
        cell = self.cells.setdefault(row, {}).setdefault(column, [0, 0])
        cell[0] += 1
        cell[1] += len(errors)
        self.errors += len(errors)
        for error in errors[:MOST]:
            print(f"{column}: {error.replace(f'{ROOT}/', '')}", flush=True)
        if len(errors) > MOST:
            print(f"{column}: {len(errors) - MOST} more errors", flush=True)

    def print(self):
        table = [["", *self.columns, "processor seconds"]]
        for row, cells in self.cells.items():
            texts = []
            for column in self.columns:
                modules, errors = cells.get(column, (0, 0))
                texts.append("-" if not modules else f"{errors} errors" if errors > 1 else "1 error" if errors else "ok")
            table.append([row, *texts, f"{self.seconds[row]:.1f}"])
        widths = [max(len(line[at]) for line in table) for at in range(len(table[0]))]
        print()
        for line in table:
            print("  ".join(text.ljust(width) for text, width in zip(line, widths)).rstrip())
