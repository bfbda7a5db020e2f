/// `mapping RemoteTask: Task at data.tasks where isOpen scope list == $list { id = task_id … }`: declares how JSON of a
/// remote service becomes objects.
package struct MappingDeclaration: Hashable, Sendable {
  package var documentation: String?
  package var name: Identifier
  package var entity: Identifier
  /// The path after `at`, which leads to an object or arrays of objects; nil for the whole response.
  package var root: JSONPathNode?
  /// The predicate after `where`; records that do not match it are not imported.
  package var predicate: PredicateNode?
  /// The predicate after `scope`. The response has all objects that match it; stored objects that match it and are not
  /// in the response are deleted.
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
    /// The property that is set; `entity` for `@entity`.
    package var name: Identifier
    /// True for `@entity`, whose value selects the sub-entity of each record.
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

/// The source of a property's value.
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
  /// Text that is no source; the parser has reported an error.
  case invalid(SourceSpan)
}

/// `data."due-on".values[0]`: a path to a part of a JSON value.
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

/// The transform after `as`.
package enum MappingTransformNode: Hashable, Sendable {
  /// `date("yyyy-MM-dd")`; the span is that of the string.
  case date(String, SourceSpan)
  /// `seconds`, `milliseconds`, or a transform that the program provides.
  case named(Identifier)
  /// `{ "open": .active }`
  case table([Entry], SourceSpan)

  /// One `json: value` pair of a table.
  package struct Entry: Hashable, Sendable {
    package var json: ExpressionNode
    package var value: EntryValue

    package init(json: ExpressionNode, value: EntryValue) {
      self.json = json
      self.value = value
    }
  }

  package enum EntryValue: Hashable, Sendable {
    /// A literal, or an enum case such as `.high`.
    case expression(ExpressionNode)
    /// The name of an entity.
    case word(Identifier)
  }
}
