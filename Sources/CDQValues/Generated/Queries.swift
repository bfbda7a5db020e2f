/// Where the functions are that are generated from the queries of `.cdq` files, so that they are found by typing
/// `Queries.` and clash with nothing.
public enum Queries {}
