#if !canImport(Darwin) && canImport(CoreData)
  // What Xcode and Apple's systems have, for the check on Linux. An app has no such file.
  public import CoreData

  // The classes that Xcode generates from the model, whose Codegen is "Class Definition".

  public final class Book: NSManagedObject {
    public var added: Date?
    public var author: String?
    public var finished: Date?
    public var pages: Int32 = 0
    public var title: String?
    public var shelf: Shelf?
  }

  public final class Shelf: NSManagedObject {
    public var name: String?
    public var books: NSSet?
  }

  // Foundation has classes of these names on Linux, too, which cannot be used. The names of a module go before those that
  // it imports.

  public typealias NSPredicate = CoreData.NSPredicate
  public typealias NSCompoundPredicate = CoreData.NSCompoundPredicate
  public typealias NSSortDescriptor = CoreData.NSSortDescriptor
#endif
