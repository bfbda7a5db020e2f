import CDQKit
import CDQRuntime
import Foundation

/// Compares shapes with loops over dictionaries, and groups by computed keys with groups by stored ones.
struct Reports {
  let options: BenchmarkOptions
  let measuring: Measuring

  /// A note and a folder as a user would declare them.
  private struct Note: Sendable {
    var id: Int64
    var title: String
    var size: Int64
    var folder: Int64
  }

  private struct Folder: Sendable {
    var id: Int64
    var name: String
  }

  /// What a shape gives of a note, and a row of the query.
  private struct NoteLine {
    var title: String
    var size: Int64

    init(_ note: Note) { (title, size) = (note.title, note.size) }
  }

  private struct FolderLine {
    var name: String
    var notes: [NoteLine]

    /// The row as `Cell` writes that of a query.
    var text: String { "\(name)|[\(notes.map { "[\($0.title),\($0.size)]" }.joined(separator: ","))]" }
  }

  /// A shape, and what the loop does with the notes of a folder.
  private struct Shape {
    var name: String
    var text: String
    var notes: @Sendable ([Note]) -> [NoteLine]
  }

  private static let shapes = [
    Shape(name: "shape", text: "Folder select name, notes { title, size }") { $0.map(NoteLine.init) },
    Shape(name: "shape where", text: "Folder select name, notes { title, size where size > 900000 }") { notes in
      notes.filter { $0.size > 900_000 }.map(NoteLine.init)
    },
    Shape(name: "shape limit", text: "Folder select name, notes { title, size sort size desc, id limit 5 }") { notes in
      notes.sorted { $0.size != $1.size ? $0.size > $1.size : $0.id < $1.id }.prefix(5).map(NoteLine.init)
    },
  ]

  /// Keys that are computed, with the properties that have the same values.
  private static let keys = [("year(written)", "year"), ("size / 1000", "band"), ("floor(weight / 10)", "weightBand")]

  func measure(into report: inout Report) throws {
    let shapes = Reports.shapes.filter { options.wants($0.name) }
    let keys = Reports.keys.filter { options.wants(Reports.name($0.0)) }
    guard !shapes.isEmpty || !keys.isEmpty else { return }
    Console.note("making folders with \(options.rowCount) notes")
    let schema = try Schema(parsing: NoteRow.schema)
    let engine = try StoreEngine(
      schema,
      [
        LoadInput(name: "Folder", entity: "Folder", format: .ndjson, bytes: NoteRow.folders(options.rowCount)),
        LoadInput(name: "Note", entity: "Note", format: .ndjson, bytes: NoteRow.notes(options.rowCount)),
      ])
    if !shapes.isEmpty { try measure(shapes, engine, schema, &report) }
    for (computed, stored) in keys { try measure(computed, stored, engine, schema, &report) }
  }

  // MARK: Shapes

  private func measure(
    _ shapes: [Shape], _ engine: StoreEngine, _ schema: Schema, _ report: inout Report
  ) throws {
    let folders = (1...Int64(NoteRow.folderCount(options.rowCount)))
      .map { Folder(id: $0, name: NoteRow.folderName($0)) }
    let notes = (0..<options.rowCount).map { number in
      let row = NoteRow(number, of: options.rowCount)
      return Note(id: row.id, title: row.title, size: row.size, folder: row.folder)
    }
    let known = Dictionary(grouping: notes, by: \.folder)
    for shape in shapes {
      func loop(_ notesOf: [Int64: [Note]]) -> Outcome {
        let rows = folders.map { FolderLine(name: $0.name, notes: shape.notes(notesOf[$0.id] ?? [])) }
        return .rows { rows.map(\.text) }
      }
      let ours = try measure(shape.name, engine, shape.text, schema, &report)
      let (byHand, outcome) = try measuring.time { loop(Dictionary(grouping: notes, by: \.folder)) }
      let (afterwards, _) = try measuring.time { loop(known) }
      add(shape.name, .handwritten, byHand, outcome, &report)
      report.notes.append(
        "\(shape.name): \(Report.short(ours.milliseconds / byHand)) times a loop that makes a dictionary of the notes by "
          + "their folder, where 2 is wanted; \(Report.short(ours.milliseconds / afterwards)) times the loop alone")
    }
  }

  // MARK: Keys

  private static func name(_ key: String) -> String { "group by \(key)" }

  private func measure(
    _ computed: String, _ stored: String, _ engine: StoreEngine, _ schema: Schema, _ report: inout Report
  ) throws {
    let both = try [computed, stored].map { key in
      try measure(
        Reports.name(key), engine, "Note group by \(key) as k select k, count() as notes, sum(size) as bytes",
        schema, &report)
    }
    guard both[0].outcome.answer == both[1].outcome.answer else {
      throw BenchmarkError("groups by '\(computed)' differ from those by '\(stored)'")
    }
    report.notes.append(
      "group by \(computed): \(Report.short(both[0].milliseconds / both[1].milliseconds)) times that by the stored "
        + "'\(stored)'; 1.5 is wanted")
  }

  private func measure(
    _ name: String, _ engine: StoreEngine, _ text: String, _ schema: Schema, _ report: inout Report
  ) throws -> (milliseconds: Double, outcome: Outcome) {
    Console.note(name)
    let measured = try measuring.time(try engine.prepare(try CheckedQuery(parsing: text, in: schema), [:]))
    add(name, .column, measured.milliseconds, measured.outcome, &report)
    return measured
  }

  private func add(
    _ name: String, _ engine: Measurement.Engine, _ milliseconds: Double, _ outcome: Outcome, _ report: inout Report
  ) {
    report.add(
      Measurement(
        query: name, rows: options.rowCount, engine: engine, milliseconds: milliseconds, result: outcome.answer.json))
  }
}
