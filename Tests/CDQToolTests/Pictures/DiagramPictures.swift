import CDQTestSupport
import Foundation
import Testing

@testable import CDQTool

/// A schema as `cdq schema show --format json` writes it.
struct ShownSchema: Decodable {
  struct Entity: Decodable {
    var name: String
    var attributes: [Attribute]
    var relationships: [Relationship]
    var unique: [[String]]?

    /// Its properties as a diagram names them.
    var rows: [(name: String, type: String)] {
      attributes.map { ($0.name, $0.type + ($0.optional ? "?" : "")) }
        + relationships.map { relationship in
          let one = relationship.toMany ? "[\(relationship.destination)]" : relationship.destination
          return (relationship.name, one + (relationship.toMany || !relationship.optional ? "" : "?"))
        }
    }
  }

  struct Attribute: Decodable {
    var name: String
    var type: String
    var optional: Bool
  }

  struct Relationship: Decodable {
    var name: String
    var destination: String
    var toMany: Bool
    var optional: Bool
    var inverse: String?
  }

  var entities: [Entity]

  init(_ command: String, in folder: TestFolder? = nil) throws {
    let run = ToolRun(ToolRun.words(command), at: folder?.path ?? Repository.root.path, columns: nil)
    try #require(run.code == 0, "\(command): \(run.errors)")
    self = try JSONDecoder().decode(ShownSchema.self, from: Data(run.output.utf8))
  }
}

/// The changes between two schemas as `cdq schema diff --format json` writes them.
private struct ShownChanges: Decodable {
  struct Change: Decodable {
    var subject: String
    var path: String
    var kind: String
    var from: String?
  }

  var changes: [Change]
}

/// Diagrams of what cdq prints about schemas.
enum DiagramPictures {
  private static let rowHeight = 20.0
  private static let headHeight = 30.0

  /// The boxes of the entities side by side, with a line for each relationship and its inverse.
  static func schema(_ schema: ShownSchema, title: String) -> String {
    let width = 250.0
    let gap = 130.0
    var canvas = SVGCanvas(title: title, width: Double(schema.entities.count) * (width + gap) - 20)
    var tops: [String: (x: Double, y: Double)] = [:]
    for (index, entity) in schema.entities.enumerated() {
      let x = 20 + Double(index) * (width + gap)
      for (row, property) in entity.rows.enumerated() {
        tops["\(entity.name).\(property.name)"] = (x, 20 + headHeight + (Double(row) + 0.5) * rowHeight)
      }
      draw(entity, x: x, y: 20, width: width, in: &canvas)
      canvas.height = max(canvas.height, 20 + headHeight + Double(entity.rows.count) * rowHeight + 28)
    }
    canvas.label("bold: @unique", x: 20, y: canvas.height - 10, size: 12, fill: SVGCanvas.faint)
    for entity in schema.entities {
      for relationship in entity.relationships {
        guard let start = tops["\(entity.name).\(relationship.name)"] else { continue }
        let inverse = relationship.inverse.flatMap { tops["\(relationship.destination).\($0)"] }
        if let inverse, inverse.x > start.x {
          let ends = [(start.x + width, start.y), (inverse.x, inverse.y)]
          let middle = (ends[0].0 + ends[1].0) / 2
          canvas.line([ends[0], (middle, ends[0].1), (middle, ends[1].1), ends[1]], stroke: SVGCanvas.accent)
          let isMany = schema.entities.first { $0.name == relationship.destination }?.relationships
            .first { $0.name == relationship.inverse }?.toMany == true
          canvas.label(isMany ? "many" : "one", x: ends[0].0 + 6, y: ends[0].1 - 5, size: 11, fill: SVGCanvas.accent)
          canvas.label(relationship.toMany ? "many" : "one", x: ends[1].0 - 6, y: ends[1].1 - 5, size: 11, fill: SVGCanvas.accent, anchor: .end)
        } else if relationship.destination == entity.name {
          let x = start.x + width
          canvas.line([(x, start.y), (x + 30, start.y), (x + 30, 35), (x, 35)], stroke: SVGCanvas.accent, isArrow: true)
          canvas.label(relationship.toMany ? "many" : "one", x: x + 36, y: start.y - 4, size: 11, fill: SVGCanvas.accent)
        }
      }
    }
    return canvas.text()
  }

  /// An entity before and after a migration, with a line from each property to what it becomes.
  static func migration(from old: String, to new: String, entity name: String) throws -> String {
    let (before, after) = (try ShownSchema("schema show \(old) --format json"), try ShownSchema("schema show \(new) --format json"))
    let diff = ToolRun(ToolRun.words("schema diff \(old) \(new) --format json"), at: Repository.root.path, columns: nil)
    let changes = try JSONDecoder().decode(ShownChanges.self, from: Data(diff.output.utf8)).changes
    let first = try #require(before.entities.first { $0.name == name })
    let second = try #require(after.entities.first { $0.name == name })
    var canvas = SVGCanvas(title: "What a newer schema makes of saved objects", width: 880)
    canvas.label("the file was saved with", x: 20, y: 28, fill: SVGCanvas.faint)
    canvas.label("and is opened with", x: 420, y: 28, fill: SVGCanvas.faint)
    draw(first, x: 20, y: 42, width: 220, in: &canvas)
    draw(second, x: 420, y: 42, width: 220, in: &canvas)
    let place = { (rows: [(name: String, type: String)], property: String) -> Double? in
      rows.firstIndex { $0.name == property }.map { 42 + headHeight + (Double($0) + 0.5) * rowHeight }
    }
    for row in second.rows {
      let change = changes.first { $0.path == "\(name).\(row.name)" }
      guard let end = place(second.rows, row.name) else { continue }
      let source = change?.kind == "renamed" ? change?.from ?? row.name : row.name
      if let start = place(first.rows, source) {
        canvas.line([(240, start), (270, start), (390, end), (420, end)], stroke: SVGCanvas.accent, isArrow: true)
        if source != row.name { canvas.label("@renamed(from: \"\(source)\")", x: 650, y: end + 4, size: 12, isCode: true) }
      } else {
        canvas.label(row.type.hasSuffix("?") ? "new: nil" : "new", x: 650, y: end + 4, size: 12, fill: SVGCanvas.faint)
      }
    }
    canvas.height = 42 + headHeight + Double(max(first.rows.count, second.rows.count)) * rowHeight + 20
    return canvas.text()
  }

  private static func draw(_ entity: ShownSchema.Entity, x: Double, y: Double, width: Double, in canvas: inout SVGCanvas) {
    let height = headHeight + Double(entity.rows.count) * rowHeight + 6
    canvas.box(x: x, y: y, width: width, height: height, fill: "#f7f9fb", stroke: SVGCanvas.rule, radius: 6)
    canvas.label(entity.name, x: x + 12, y: y + 20, size: 14, isBold: true)
    canvas.line([(x, y + headHeight - 4), (x + width, y + headHeight - 4)], stroke: SVGCanvas.rule)
    for (index, row) in entity.rows.enumerated() {
      let line = y + headHeight + (Double(index) + 0.5) * rowHeight + 4
      let isUnique = entity.unique?.contains([row.name]) == true
      canvas.label(row.name, x: x + 12, y: line, size: 12.5, isBold: isUnique, isCode: true)
      canvas.label(row.type, x: x + width - 12, y: line, size: 12.5, fill: SVGCanvas.faint, anchor: .end, isCode: true)
    }
  }
}
