import Atlas

let usage = "usage: countries [countries | cities | search TEXT | capital CODE | delete CODE]"
let words = Array(CommandLine.arguments.dropFirst())
let demo = Demo(try AtlasData.store())

switch (words.first, words.dropFirst().first) {
case (nil, _): print(try demo.tour().joined(separator: "\n"))
case ("countries", _): print(try demo.countries().joined(separator: "\n"))
case ("cities", _): print(try demo.cities().joined(separator: "\n"))
case ("search", let text?): print(try demo.search(text).joined(separator: "\n"))
case ("capital", let code?): print(try demo.capital(of: code))
case ("delete", let code?): print(try demo.deleteCountry(code))
default: print(usage)
}
