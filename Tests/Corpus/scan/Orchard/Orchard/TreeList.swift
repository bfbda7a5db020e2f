import CoreData
import SwiftUI

/// The trees of all orchards, with a search field.
struct TreeList: View {
  @FetchRequest(
    sortDescriptors: [NSSortDescriptor(keyPath: \Tree.variety, ascending: true)],
    predicate: NSPredicate(format: "isGrafted == YES AND varity != nil"))
  private var grafted: FetchedResults<Tree>

  var body: some View {
    List(grafted) { Text($0.variety) }
  }
}

struct TreeStore {
  let context: NSManagedObjectContext

  func trees(named text: String) throws -> [Tree] {
    let request: NSFetchRequest<Tree> = Tree.fetchRequest()
    request.predicate = NSPredicate(format: "variety CONTAINS[cd] '\(text)'")
    request.sortDescriptors = [NSSortDescriptor(key: "hight", ascending: false)]
    return try context.fetch(request)
  }

  func tall(above height: Int32, in orchard: Orchard) throws -> [Tree] {
    let request = Tree.fetchRequest()
    request.predicate = NSPredicate(format: "height > %d AND orchard == %@", height)
    request.sortDescriptors = [NSSortDescriptor(key: "orchard.name", ascending: true)]
    return try context.fetch(request)
  }

  func large() throws -> [Orchard] {
    let request = NSFetchRequest<Orchard>(entityName: "Orchard")
    let size = NSPredicate(format: "area > %@", "large")
    let old = NSPredicate(format: "trees.planted < %@", Date() as NSDate)
    request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [size, old])
    return try context.fetch(request)
  }

  func young(since date: Date) throws -> [Tree] {
    let request = Tree.fetchRequest()
    request.predicate = NSPredicate(
      format: """
        planted >= %@ AND
        (isGrafted == NO OR height < 3
        """, date as NSDate)
    return try context.fetch(request)
  }
}
