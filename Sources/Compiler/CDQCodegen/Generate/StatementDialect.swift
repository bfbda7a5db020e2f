/// The databases whose statements the back end `sql` writes, as settings and options spell them.
///
/// It is an enum of this module, so that a tool without that back end needs no module that writes SQL.
package enum StatementDialect: String, Hashable, Sendable, CaseIterable {
  case sqlite, postgres
}
