#if canImport(Darwin)
  import SwiftData

  /// A class with a relationship to many that may be nil, which cdq does not generate.
  @Model
  public final class Box {
    public var id: Int64
    @Relationship(inverse: \Piece.box) public var pieces: [Piece]?

    init(id: Int64) { self.id = id }
  }

  @Model
  public final class Piece {
    public var name: String
    public var box: Box?

    init(name: String, box: Box?) {
      self.name = name
      self.box = box
    }
  }
#else
  import SwiftData

  public final class Box: PersistentModel {
    public var id: Int64
    public var pieces: [Piece]?

    init(id: Int64) { self.id = id }
  }

  public final class Piece: PersistentModel {
    public var name: String
    public var box: Box?

    init(name: String, box: Box?) {
      self.name = name
      self.box = box
      box?.pieces = (box?.pieces ?? []) + [self]
    }
  }
#endif
