import CDQTestSupport
import Foundation
import Testing

/// The stages of the table in `Sources/README.md` as a picture.
enum PipelinePicture {
  struct Stage {
    var name: String
    var shownBy: String
  }

  /// Where a representation is drawn, in columns and rows.
  private struct Node {
    var name: String
    var column: Int
    var row: Int
  }

  private static let nodes = [
    Node(name: "query text", column: 0, row: 1), Node(name: "tokens", column: 1, row: 1),
    Node(name: "syntax tree", column: 2, row: 1), Node(name: "typed query", column: 3, row: 1),
    Node(name: "IR", column: 4, row: 1), Node(name: "schema", column: 2, row: 0),
    Node(name: "entities, models", column: 0, row: 0), Node(name: "canonical text", column: 2, row: 2),
    Node(name: "plan", column: 5, row: 0), Node(name: "rows", column: 6, row: 0),
    Node(name: "SQL", column: 5, row: 1), Node(name: "Swift functions", column: 5, row: 2),
    Node(name: "JSON mapping", column: 4, row: 0),
  ]

  /// The arrows: the stage of each, and what it leads from and to.
  private static let arrows = [
    ("lex", "query text", "tokens"), ("parse", "tokens", "syntax tree"), ("build", "entities, models", "schema"),
    ("check", "syntax tree", "typed query"), ("lower", "typed query", "IR"), ("print", "syntax tree", "canonical text"),
    ("plan", "IR", "plan"), ("run", "plan", "rows"), ("translate", "IR", "SQL"), ("generate", "IR", "Swift functions"),
    ("map", "schema", "JSON mapping"),
  ]

  static func stages() throws -> [Stage] {
    let text = try String(contentsOf: Repository.url("Sources/README.md"), encoding: .utf8)
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("|") }
    let start = try #require(lines.firstIndex { $0.hasPrefix("| stage |") })
    return lines[(start + 2)...].prefix { $0.filter { $0 == "|" }.count == 6 }.map { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
      return Stage(name: cells[1], shownBy: cells[5])
    }
  }

  static func svg() throws -> String {
    let stages = try stages()
    // The picture has all stages of the table and no other.
    #expect(Set(stages.map(\.name)) == Set(arrows.map(\.0)))
    var canvas = SVGCanvas(title: "The stages of a query", width: 1088, height: 270)
    let size = (width: 118.0, height: 34.0)
    let place = { (name: String) throws -> (x: Double, y: Double) in
      let node = try #require(nodes.first { $0.name == name }, "\(name)")
      // The arrows that leave the IR need room for their names.
      return (14 + Double(node.column) * 144 + (node.column > 4 ? 82 : 0), 24 + Double(node.row) * 94)
    }
    for node in nodes {
      let (x, y) = try place(node.name)
      let isEnd = ["query text", "entities, models", "rows", "SQL", "Swift functions", "canonical text"].contains(node.name)
      canvas.box(x: x, y: y, width: size.width, height: size.height, fill: isEnd ? "#eaf1f8" : "#f7f9fb", stroke: SVGCanvas.rule, radius: 6)
      canvas.label(node.name, x: x + size.width / 2, y: y + 22, anchor: .middle)
    }
    for (stage, from, to) in arrows {
      let (start, end) = (try place(from), try place(to))
      if start.x == end.x {
        let x = start.x + size.width / 2
        canvas.line([(x, start.y + size.height), (x, end.y)], isArrow: true)
        canvas.label(stage, x: x - 6, y: (start.y + size.height + end.y) / 2 + 4, size: 12, fill: SVGCanvas.accent, anchor: .end, isBold: true)
      } else {
        let (a, b) = ((start.x + size.width, start.y + 17), (end.x, end.y + 17))
        let middle = a.0 + 10
        canvas.line(a.1 == b.1 ? [a, b] : [a, (middle, a.1), (middle, b.1), b], isArrow: true)
        let above = start.y == end.y && b.0 - a.0 < 40
        canvas.label(
          stage, x: above ? (a.0 + b.0) / 2 : b.0 - 12, y: b.1 - 24 + (above ? 0 : 18), size: 12, fill: SVGCanvas.accent,
          anchor: above ? .middle : .end, isBold: true)
      }
    }
    // The checker reads the schema, too.
    let (schema, typed) = (try place("schema"), try place("typed query"))
    let x = typed.x + size.width / 2
    canvas.line([(schema.x + size.width, schema.y + 27), (x, schema.y + 27), (x, typed.y)], isArrow: true, isDashed: true)
    return canvas.text()
  }
}
