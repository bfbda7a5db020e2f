import Board

print(try Board().tour().joined(separator: "\n"))
