import Journal

for line in try JournalDemo.tour() { print(line) }
