public import CDQRuntime
public import Foundation

/// A diary in a file.
public struct JournalDemo {
  public let store: Store

  /// Opens a diary, of this release or of an older one.
  ///
  /// - Throws: `SnapshotError`.
  public init(file: URL) throws {
    store = try Store(contentsOf: file, schema: .journal)
  }

  /// What the first release wrote.
  public static var oldFile: URL { Bundle.module.bundleURL.appendingPathComponent("Data/diary-1.cdqdata") }

  /// Writes the entry of a day, or changes it. Tags and places are made when they are first used.
  public func write(_ entry: Entry, tags: [String]) throws {
    try store.transaction { change in
      if let place = entry.place { try change.save(Place(name: place)) }
      let tags = try tags.map { Value.object(try change.save(Tag(name: $0)).key) }
      let saved = try change.save(entry)
      try change.update(saved.key, ["tags": .list(tags)])
    }
  }

  /// Deletes an entry; its tags stay, without it.
  public func tear(out entry: Entry) throws {
    try entry.delete(in: store)
  }

  /// How often each tag is used, of those that begin with a text.
  public func tags(_ text: String? = nil) throws -> String {
    let tags = try Queries.tags(in: store, text: text).map { tag in
      "\(tag.name) \(store.record(tag.objectKey)?.references("entries").count ?? 0)"
    }
    return tags.isEmpty ? "none" : tags.joined(separator: ", ")
  }

  private static func line(_ entry: Entry) -> String {
    let day = entry.day.formatted(.iso8601.year().month().day())
    let mood = entry.mood.map { " (\($0.rawValue))" } ?? ""
    return "\(day)\(mood)\(entry.place.map { " in \($0)" } ?? ""): \(entry.text)"
  }

  /// A look through the old diary and a new page, line by line.
  public static func tour() throws -> [String] {
    let diary = try JournalDemo(file: oldFile)
    let store = diary.store
    var lines = ["what the first release wrote"] + (try Queries.entries(in: store).map(line))
    lines.append("tags: " + (try diary.tags()))
    let day = Date(timeIntervalSince1970: 1_778_025_600)
    let swim = Entry(day: day, text: "First swim of the year!", mood: .glad, place: "Porto")
    try diary.write(swim, tags: ["walk", "sea"])
    for text in ["w", "wa", "walked"] {
      lines.append("typed '\(text)': \(try Queries.search(in: store, text: text).count) entries, tags \(try diary.tags(text))")
    }
    lines += ["glad"] + (try Queries.search(in: store, mood: .glad).map(line))
    lines += ["walk and rain"] + (try Queries.withBoth(in: store, first: "walk", second: "rain").map(line))

    // Saved as this release has it, beside what it came from.
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("diary-\(UUID()).cdqdata")
    defer { try? FileManager.default.removeItem(at: file) }
    try store.save(to: file)
    let again = try JournalDemo(file: file)
    for entry in try Queries.search(in: again.store, tag: "sea") { try again.tear(out: entry) }
    lines.append("torn out: unused are " + (try Queries.unused(in: again.store).map(\.name).joined(separator: ", ")))
    return lines
  }
}
