package import CDQConnections
package import CDQIR
import CDQSQL
import Foundation

/// The files in which a store keeps large values of binary attributes, in the folder `.NAME_SUPPORT/_EXTERNAL_DATA` beside
/// it. The column then holds the number 2 and the name of the file, or the number 1 and the value itself.
package struct ExternalData: Sendable {
  private let folder: String
  /// The attributes with such values, as `Entity.attribute` of the entity that declares them.
  private var attributes: Set<String> = []
  /// Larger files are not read as a value.
  private static let largestFile = 256 << 20
  /// A 2, a UUID as a text, and a zero.
  private static let referenceLength = 38

  /// Finds the attributes whose columns refer to files.
  package init(path: String, _ schema: Schema, _ layout: CoreDataLayout, _ connection: any DatabaseConnection) {
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let name = ".\(file.deletingPathExtension().lastPathComponent)_SUPPORT"
    folder = file.deletingLastPathComponent().appendingPathComponent(name).appendingPathComponent("_EXTERNAL_DATA").path
    // Without the folder nothing is external, and a value may begin with any byte.
    guard FileManager.default.fileExists(atPath: folder) else { return }
    for entity in schema.entities {
      for case .attribute(let attribute) in entity.properties where attribute.type == .data {
        guard let place = layout.mapping.entities[entity.name], let column = place.attributes[attribute.name] else { continue }
        let value = connection.dialect.identifier(column.column)
        let counts = try? connection.rows(
          """
          SELECT count(*), sum(substr(\(value), 1, 1) IN (x'01', x'02')), \
          sum(length(\(value)) = \(ExternalData.referenceLength) AND substr(\(value), 1, 1) = x'02') \
          FROM \(connection.dialect.identifier(place.table)) WHERE \(value) IS NOT NULL
          """
        ).first
        guard let counts, let all = counts[0].integer, all > 0, counts[1].integer == all, counts[2].integer ?? 0 > 0 else { continue }
        attributes.insert("\(entity.name).\(attribute.name)")
      }
    }
  }

  /// Whether values of some attribute are in files.
  package var isUsed: Bool { !attributes.isEmpty }

  /// The value of an attribute, from its file if it is in one. A value whose file is missing stays as it is.
  package func value(_ value: Value, of attribute: String, in entity: String, _ schema: Schema) -> Value {
    guard case .data(let data) = value,
      let holder = schema.lineage(of: entity).first(where: { $0.property(named: attribute) != nil }),
      attributes.contains("\(holder.name).\(attribute)")
    else { return value }
    if data.first == 1 { return .data(Data(data.dropFirst())) }
    guard data.count == ExternalData.referenceLength, data.first == 2,
      // A name from a file must not lead to another folder.
      let name = UUID(uuidString: String(decoding: data.dropFirst().prefix(36), as: UTF8.self)),
      let handle = FileHandle(forReadingAtPath: "\(folder)/\(name.uuidString)")
    else { return value }
    defer { try? handle.close() }
    guard let bytes = try? handle.read(upToCount: ExternalData.largestFile + 1), bytes.count <= ExternalData.largestFile else {
      return value
    }
    return .data(bytes)
  }
}
