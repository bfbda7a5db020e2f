/// `mapping RemoteTask: Task at data.tasks where isOpen scope list == $list { id = task_id … }`: how JSON of a remote
/// service becomes objects.
package struct MappingDeclaration: Hashable, Sendable {
  package var documentation: String?
  package var name: Identifier
  package var entity: Identifier
  /// Behind `at`: the way to the records.
  package var root: JSONPathNode?
  /// Behind `where`: which records are kept.
  package var predicate: PredicateNode?
  /// Behind `scope`: which objects the whole response has.
  package var scope: PredicateNode?
  package var members: [Member]
  package var span: SourceSpan

  package init(documentation: String?, name: Identifier, entity: Identifier, span: SourceSpan) {
    self.documentation = documentation
    self.name = name
    self.entity = entity
    members = []
    self.span = span
  }

  /// `due = due_on as date("yyyy-MM-dd")`
  package struct Member: Hashable, Sendable {
    package var documentation: String?
    /// The property; `entity` for `@entity`.
    package var name: Identifier
    /// Written `@entity`: it says of which entity a record is.
    package var isEntity: Bool
    package var source: MappingSource
    package var span: SourceSpan

    package init(
      documentation: String?, name: Identifier, isEntity: Bool, source: MappingSource, span: SourceSpan
    ) {
      self.documentation = documentation
      self.name = name
      self.isEntity = isEntity
      self.source = source
      self.span = span
    }
  }
}

/// What a property is read from.
package enum MappingSource: Hashable, Sendable {
  /// `text.plain`, `due_on as seconds`
  case json(JSONPathNode, MappingTransformNode?)
  /// `comments using RemoteComment`
  case nested(JSONPathNode, Identifier)
  /// `@index`
  case index(SourceSpan)
  /// `$list`
  case parameter(VariableNode)
  /// `Comment where referenceId == $id`
  case objects(Identifier, PredicateNode)
  /// Text that was reported.
  case invalid(SourceSpan)
}

/// `data."due-on".values[0]`: the way to a part of a JSON value.
package struct JSONPathNode: Hashable, Sendable {
  package enum Step: Hashable, Sendable {
    case key(String)
    case index(Int64)
  }
  package var steps: [Step]
  package var span: SourceSpan

  package init(steps: [Step], span: SourceSpan) {
    self.steps = steps
    self.span = span
  }
}

/// What stands behind `as`.
package enum MappingTransformNode: Hashable, Sendable {
  /// `date("yyyy-MM-dd")`; the span is the string's.
  case date(String, SourceSpan)
  /// `seconds`, `milliseconds`, or a transform of the program.
  case named(Identifier)
  /// `{ "open": .active }`
  case table([Entry], SourceSpan)

  /// One line of a table.
  package struct Entry: Hashable, Sendable {
    package var json: ExpressionNode
    package var value: EntryValue

    package init(json: ExpressionNode, value: EntryValue) {
      self.json = json
      self.value = value
    }
  }

  package enum EntryValue: Hashable, Sendable {
    /// A literal, or a case such as `.high`.
    case expression(ExpressionNode)
    /// An entity.
    case word(Identifier)
  }
}
