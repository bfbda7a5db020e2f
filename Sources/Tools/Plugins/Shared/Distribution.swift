/// The differences between the two packages with these plugins: cdq, which builds the tool from source, and
/// `cdq-prebuilt`, for which `.github/prebuilt/assemble` replaces this file.
enum Distribution {
  /// The name of the command after `swift package`. Two packages that are used together need different names.
  static let verb = "cdq"
  /// The version of the compiled tool that the plugins run; nil where the package builds the tool from source.
  static let toolVersion: String? = nil
}
