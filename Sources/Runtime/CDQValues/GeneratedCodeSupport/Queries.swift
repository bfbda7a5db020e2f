/// The namespace of the functions that are generated from `.cdq` files: completing `Queries.` lists them, and their
/// names clash with nothing else.
public enum Queries {}
