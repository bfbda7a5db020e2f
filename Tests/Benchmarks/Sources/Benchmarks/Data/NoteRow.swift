import Foundation

/// One note of a folder as plain values, from which the data for shapes and for computed keys are made.
struct NoteRow: Sendable {
  /// The schema of folders and notes. `band`, `year` and `weightBand` are what queries compute of other properties.
  static let schema = """
    entity Folder {
      id: Int64 @unique
      name: String
      notes: [Note] inverse folder
    }
    entity Note {
      id: Int64 @unique
      title: String
      size: Int64
      band: Int64
      weight: Double
      weightBand: Double
      written: Date
      year: Int64
      folder: Folder? inverse notes
    }
    """

  var id: Int64
  var title: String
  var size: Int64
  /// The weight in hundredths, so that every text form and every engine has the same `Double`.
  var weightHundredths: Int64
  var written: Day
  /// The identifier of the folder.
  var folder: Int64

  var band: Int64 { size / 1000 }
  var weightBand: Int64 { weightHundredths / 1000 }

  /// Creates the note with a number from 0 of `count` notes.
  init(_ number: Int, of count: Int) {
    var random = SplitMix64(seed: 0x407E ^ (UInt64(number) &* 0xD1B5_4A32_D192_ED03))
    id = Int64(number + 1)
    title = CityRow(number, of: count).name
    size = Int64(random.below(1_000_000))
    weightHundredths = Int64(random.below(400_000))
    written = Day(year: 1990 + random.below(36), month: 1 + random.below(12), day: 1 + random.below(28))
    folder = Int64(1 + random.below(NoteRow.folderCount(count)))
  }

  /// The number of folders, whose identifiers count from 1: one for a hundred notes.
  static func folderCount(_ noteCount: Int) -> Int { max(1, noteCount / 100) }

  static func folderName(_ id: Int64) -> String { "Folder \(id)" }

  /// The folders as one JSON object per line.
  static func folders(_ noteCount: Int) -> Data {
    Data((1...Int64(folderCount(noteCount))).map { "{\"id\":\($0),\"name\":\"\(folderName($0))\"}\n" }.joined().utf8)
  }

  /// The notes as one JSON object per line.
  static func notes(_ count: Int) -> Data {
    var data = Data(capacity: count * 150)
    for number in 0..<count {
      let note = NoteRow(number, of: count)
      let hundredths = note.weightHundredths % 100
      data.append(
        contentsOf: """
          {"id":\(note.id),"title":"\(note.title)","size":\(note.size),"band":\(note.band),\
          "weight":\(note.weightHundredths / 100).\(hundredths < 10 ? "0" : "")\(hundredths),\
          "weightBand":\(note.weightBand),"year":\(note.written.year),\
          "written":"\(note.written.year)-\(twoDigits(note.written.month))-\(twoDigits(note.written.day))",\
          "folder":\(note.folder)}

          """.utf8)
    }
    return data
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
