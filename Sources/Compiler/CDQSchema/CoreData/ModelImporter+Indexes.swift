import CDQSyntax

extension ModelImporter {
  mutating func readFetchIndex(_ element: XMLElement, into entity: inout EntityDraft) {
    check(element, against: .fetchIndex)
    let name = element["name"]?.value ?? ""
    var index = KeyListDraft(
      name: name.isEmpty ? nil : name, keys: [], span: element["name"]?.valueSpan ?? element.nameSpan)
    var isComputed = false
    for child in element.children where child.name == "fetchIndexElement" {
      check(child, against: .fetchIndexElement)
      if let property = nonEmpty(child["property"]) {
        index.keys.append(
          .init(
            name: property.value, span: property.valueSpan, isDescending: child["order"]?.value == "descending"))
      } else {
        isComputed = true
      }
    }
    if isComputed {
      log.report(.unsupportedIndex(name), in: file, at: index.span)
    } else if !index.keys.isEmpty {
      entity.indexes.append(index)
    }
  }

  /// Reads indexes in the format that Xcode wrote before version 9.
  mutating func readCompoundIndexes(_ element: XMLElement, into entity: inout EntityDraft) {
    check(element, against: .compoundIndexes)
    for compound in element.children where compound.name == "compoundIndex" {
      check(compound, against: .compoundIndex)
      let keys = self.keys(of: compound, "index", .index)
      if !keys.isEmpty { entity.indexes.append(KeyListDraft(keys: keys, span: compound.nameSpan)) }
    }
  }

  mutating func readUniqueness(_ element: XMLElement, into entity: inout EntityDraft) {
    check(element, against: .uniquenessConstraints)
    for constraint in element.children where constraint.name == "uniquenessConstraint" {
      check(constraint, against: .uniquenessConstraint)
      let keys = self.keys(of: constraint, "constraint", .constraint)
      if !keys.isEmpty { entity.uniqueness.append(KeyListDraft(keys: keys, span: constraint.nameSpan)) }
    }
  }

  private mutating func keys(
    of element: XMLElement, _ name: String, _ shape: ModelShape
  ) -> [KeyListDraft.Key] {
    var keys: [KeyListDraft.Key] = []
    for child in element.children where child.name == name {
      check(child, against: shape)
      guard let value = nonEmpty(child["value"]) else {
        log.report(.missingModelAttribute("value", of: name), in: file, at: child.nameSpan, severity: .warning)
        continue
      }
      keys.append(.init(name: value.value, span: value.valueSpan))
    }
    return keys
  }
}
