/// A function that takes a format with arguments, and passes both on to `NSPredicate`.
package struct FormatHelper: Hashable, Sendable {
  var name: String
  /// The type that declares it; nil for a function outside of types.
  var owner: String?
  /// The labels of the format and of the arguments; nil for a parameter without one.
  var format: String?
  var values: String?
  /// Whether the arguments are a parameter such as `CVarArg...`, and not an array.
  var isVariadic: Bool
  /// Whether it puts the arguments into an array, so that numbers become objects.
  var isBoxed: Bool
  /// The entity of the request that it gives the predicate to.
  var entity: String?
}

/// A function that takes a predicate, and gives it to a request for an entity.
package struct PredicateTaker: Hashable, Sendable {
  var name: String
  var owner: String?
  /// The label of the predicate; nil for a parameter without one.
  var label: String?
  var entity: String
}

/// A function or a property that gives a predicate.
package struct PredicateGiver: Hashable, Sendable {
  var name: String
  /// The type that declares it; nil for what is outside of types.
  var owner: String?
}

/// Finds the functions of a file that pass formats or predicates on, for the calls in other files.
struct PassingFunctions {
  private let file: CodeFile

  init(_ file: CodeFile) { self.file = file }

  func add(to found: inout FileDeclarations) {
    guard file.language == .swift else { return }
    let finder = SiteFinder(file)
    var inference = EntityInference(file, TextResolver(ConstantTable(file), ModuleTypes()))
    for helper in finder.helpers.values.joined() {
      var function = helper.function
      function.entity = inference.context(helper.target, depth: 1)
      found.helpers.append(function)
    }
    for index in file.landmarks where file.word(index) == .func && file.isWord(index + 1) {
      let open = file.word(index + 2) == .other && file.holds(index + 2, "<") ? file.genericEnd(index + 2) : index + 2
      guard file.kind(open) == .open, file.inside(open).contains(where: { file.word($0) == .predicate }) else { continue }
      for (label, entity) in inference.taken(open) {
        found.takers.append(
          PredicateTaker(name: file.text(index + 1), owner: ConstantTable.owner(file, index), label: label, entity: entity))
      }
    }
  }
}

/// Decides whether a call in a file is one of a function that another file declares.
struct ReceiverCheck {
  let file: CodeFile
  let module: ModuleTypes
  private var types: ExpressionTypes?

  init(_ file: CodeFile, _ module: ModuleTypes) { (self.file, self.module) = (file, module) }

  /// Whether the function with a name at a token can be the one of a type; false where that is not certain.
  ///
  /// - Parameter start: the first token of the call with its receiver.
  mutating func calls(_ index: Int, from start: Int, of owner: String?) -> Bool {
    guard file.holds(index - 1, ".") else {
      guard let owner else { return true }
      return isInside(index, owner)
    }
    guard let owner, start < index - 1 else { return false }
    let receiver = start..<(index - 1)
    if receiver.count == 1, file.holds(start, "self") || file.holds(start, "Self") { return isInside(index, owner) }
    if receiver.count == 1, EntityMention.isClass(file.text(start)) {
      // What extends all managed objects is a function of each class of them.
      return owner == "NSManagedObject" || module.isType(file.text(start), owner)
    }
    // `Town.Filters`
    if receiver.allSatisfy({ file.holds($0, ".") || file.isWord($0) && file.text($0).isCapitalized }) {
      return file.text(receiver.upperBound - 1) == owner
    }
    if types == nil { types = ExpressionTypes(file, module) }
    guard let type = types?.type(receiver), !type.name.isEmpty else { return false }
    return module.isType(module.resolved(type).last, owner)
  }

  private func isInside(_ index: Int, _ owner: String) -> Bool {
    var block = file.block(around: index)
    while let open = block {
      if let type = ConstantTable.owner(file, open + 1), module.isType(type, owner) { return true }
      block = file.block(around: open)
    }
    return false
  }
}

extension SiteFinder {
  /// Adds a place for each call of a function of another file that passes its format on.
  mutating func calls(of module: ModuleTypes, _ inference: EntityInference) {
    guard file.language == .swift, !module.helpers.isEmpty else { return }
    var words = WordIndex()
    var receivers = ReceiverCheck(file, module)
    let taken = Set(sites.map(\.token))
    let count = sites.count
    for (name, functions) in module.helpers where helpers[name] == nil {
      for index in words.places(of: name, in: file) where file.byte(index + 1) == UInt8(ascii: "(") {
        guard !file.word(index - 1).beginsDeclaration, file.kind(index + 1) == .open,
          !taken.contains(index)
        else { continue }
        let start = inference.expressionStart(index + 1)
        let called = functions.filter { receivers.calls(index, from: start, of: $0.owner) }
        guard let function = called.onlyElement, call(index, function) else { continue }
        let isStatic = start == index - 2 && EntityMention.isClass(file.text(start)) && file.text(start) != function.owner
        sites[sites.count - 1].entity = function.entity ?? (isStatic ? file.text(start) : nil)
      }
    }
    if sites.count > count { sites.sort { $0.token < $1.token } }
  }
}
