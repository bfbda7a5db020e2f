// compiles:
// error: missing return in global function
// What the type checker does not see.
func number() -> Int {
  #if !canImport(Darwin)
    return 1
  #endif
}
