import Board

for line in try BoardDemo.tour() { print(line) }
