import Shelves

for line in try ShelvesDemo.tour() { print(line) }
