/// What differs between the packages that have these plugins: cdq, where they are with their tool's source, and
/// `cdq-prebuilt`, for which `.github/prebuilt/assemble` writes this file anew.
enum Distribution {
  /// The word of the command behind `swift package`. Packages that are used together need different ones.
  static let verb = "cdq"
  /// The version of cdq whose compiled tool the plugins run; nil where the tool is built from the source beside them.
  static let toolVersion: String? = nil
}
