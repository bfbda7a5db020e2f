import CDQScan
import CDQSyntax
import Testing

/// The places that the scan finds, and the entities that it finds for them.
@Suite struct SiteTests {
  static let swift: [(source: String, kinds: [ScanKind])] = [
    (#"x.predicate = .init(format: "a == 1")"#, [.predicateFormat]),
    (#"x.sortDescriptors = [.init(key: "a", ascending: true)]"#, [.sort]),
    ("NSPredicate { _, _ in true }; f(NSPredicate { _, _ in true })", [.predicateObject]),
    ("NSPredicate(block: { _, _ in true })", [.predicateObject]),
    ("NSPredicate(value: true)", [.predicateObject]),
    (#"NSExpression(format: "a + 1"); NSExpression(forKeyPath: "a.b")"#, [.expressionFormat, .keyPath]),
    (#"NSSortDescriptor(key: "a", ascending: true)"#, [.sort]),
    (#"NSSortDescriptor(keyPath: \Town.name, ascending: true); SortDescriptor(\Town.name)"#, [.sort, .sort]),
    (#"@FetchRequest(sortDescriptors: []) var towns: FetchedResults<Town>"#, [.fetchRequest]),
    (#"@FetchRequest var towns: FetchedResults<Town>"#, [.fetchRequest]),
    (
      #"@SectionedFetchRequest<String, Town>(sectionIdentifier: \.name, sortDescriptors: []) var towns"#,
      [.fetchRequest]
    ),
    (#"_towns = FetchRequest<Town>(sortDescriptors: [], predicate: nil)"#, [.fetchRequest]),
    (#"@Query var towns: [Town]"#, [.query]),
    (#"@Query(sort: \Town.name) var towns: [Town]"#, [.query, .sort]),
    (#"#Predicate<Town> { $0.name == x }"#, [.predicateMacro]),
    (#"#Predicate({ (town: Town) in town.name == x })"#, [.predicateMacro]),
    (
      #"import RealmSwift; realm.objects(Dog.self).filter("age > 5").sorted(byKeyPath: "name")"#, [.realmFormat, .sort]
    ),
    (#"import RealmSwift; dogs.index(matching: "age > 5")"#, [.realmFormat]),
    (#"rows.filter("name", .equal, x)"#, [.realmFormat]),
    (#"NSFetchedResultsController(fetchRequest: r, sectionNameKeyPath: "a", cacheName: nil)"#, [.keyPath]),
    (#"r.propertiesToFetch = ["a", #keyPath(Town.name)]"#, [.keyPath, .keyPath]),
    (#"object.value(forKeyPath: "a.@sum.b"); layer.value(forKey: "c")"#, [.keyPath]),
    (#"// NSPredicate(format: "a == 1")"#, [.predicateFormat]), ("/* uses NSPredicate */", []),
    ("/// - `NSPredicate(format:)`", [.predicateFormat]),
    (#"let t = "NSPredicate(format: \"a\")""#, []),
    (#"let p: NSPredicate; func NSPredicate(format: String) {}"#, []),
    (#"items.filter { $0.isOpen }; sortDescriptor(x)"#, []),
  ]

  @Test(arguments: swift) func swiftPlaces(_ source: String, _ kinds: [ScanKind]) {
    #expect(Sources.swift(source).map(\.kind) == kinds)
  }

  static let objectiveC: [(source: String, kinds: [ScanKind])] = [
    (#"[NSPredicate predicateWithFormat:@"a == %@" argumentArray:@[x]]"#, [.predicateFormat]),
    (#"[NSPredicate predicateWithBlock:^BOOL(id a, id b) { return YES; }]"#, [.predicateObject]),
    (#"[NSExpression expressionWithFormat:@"a + 1"]"#, [.expressionFormat]),
    (#"[NSSortDescriptor sortDescriptorWithKey:@"a" ascending:YES]"#, [.sort]),
    (#"[[NSSortDescriptor alloc] initWithKey:@"a" ascending:YES]"#, [.sort]),
    (#"[[Cache alloc] initWithKey:@"a"]"#, []),
    (#"[Dog objectsWhere:@"age > %d", 5]"#, [.realmFormat]),
    (#"[Dog objectsInRealm:realm where:@"age > %d", 5]"#, [.realmFormat]),
    (#"[[Dog allObjects] sortedResultsUsingKeyPath:@"a" ascending:YES]"#, [.sort]),
    (#"[c initWithFetchRequest:r managedObjectContext:m sectionNameKeyPath:@"a" cacheName:nil]"#, [.keyPath]),
    (#"[c initWithFetchRequest:r managedObjectContext:m sectionNameKeyPath:nil cacheName:nil]"#, []),
    (#"+ (NSPredicate *)predicateWithFormat:(NSString *)format, ...;"#, []),
    (#"r.propertiesToFetch = @[@"a", @"b"];"#, [.keyPath, .keyPath]),
  ]

  @Test(arguments: objectiveC) func objectiveCPlaces(_ source: String, _ kinds: [ScanKind]) {
    #expect(Sources.objectiveC(source).map(\.kind) == kinds)
  }

  static let entities: [String] = [
    #"let r: NSFetchRequest<Town> = Town.fetchRequest(); r.predicate = NSPredicate(format: "rank > 5")"#,
    #"let r = NSFetchRequest<NSFetchRequestResult>(entityName: "Town"); r.predicate = NSPredicate(format: "rank > 5")"#,
    #"let r = NSFetchRequest<NSManagedObject>(entityName: String(describing: Town.self)); r.predicate = NSPredicate(format: "rank > 5")"#,
    #"let r = NSFetchRequest<NSManagedObject>(entityName: Town.entityName); r.predicate = NSPredicate(format: "rank > 5")"#,
    "func f(r: NSFetchRequest<Town>) { r.predicate = NSPredicate(format: \"rank > 5\") }",
    "func f() { let r = NSFetchRequest<NSManagedObject>(); r.entity = Town.entity(); r.predicate = NSPredicate(format: \"rank > 5\") }",
    "func f() { let p = NSPredicate(format: \"rank > 5\"); let r = Town.fetchRequest(); r.predicate = p }",
    "func f() { var ps: [NSPredicate] = []; ps.append(NSPredicate(format: \"rank > 5\")); let r = Town.fetchRequest(); r.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: ps) }",
    #"@FetchRequest(sortDescriptors: [], predicate: NSPredicate(format: "rank > 5")) private var towns: FetchedResults<Town>"#,
    #"func f() { let r = Town.fetchRequest(); r.predicate = isOpen ? NSPredicate(format: "rank > 5") : nil }"#,
    #"func f() { let r = Town.fetchRequest(); r.predicate = a.isEmpty ? nil : NSPredicate(format: "rank > 5") }"#,
    #"@FetchRequest(entity: Town.entity(), sortDescriptors: [], predicate: NSPredicate(format: "rank > 5")) var towns"#,
    #"store.fetch(Town.self, predicate: NSPredicate(format: "rank > 5"))"#,
    #"Town.all(matching: x, predicate: NSPredicate(format: "rank > 5"))"#,
    #"x = FetchRequest<Town>(sortDescriptors: [], predicate: NSPredicate(format: "rank > 5"))"#,
  ]

  @Test(arguments: entities) func entitiesInSwift(_ source: String) {
    let site = Sources.swift(source).first { $0.kind == .predicateFormat }
    #expect(site?.entity == "Town")
    #expect(site?.depth == .schema)
  }

  static let messages: [String] = [
    #"NSFetchRequest *r = [NSFetchRequest fetchRequestWithEntityName:@"Town"]; r.predicate = [NSPredicate predicateWithFormat:@"rank > 5"];"#,
    #"NSFetchRequest *r = [[NSFetchRequest alloc] initWithEntityName:@"Town"]; [r setPredicate:[NSPredicate predicateWithFormat:@"rank > 5"]];"#,
    #"NSFetchRequest *r = [Town fetchRequest]; [r setPredicate:[NSPredicate predicateWithFormat:@"rank > 5"]];"#,
    #"void f() { NSFetchRequest *r = [NSFetchRequest new]; [r setEntity:[NSEntityDescription entityForName:@"Town" inManagedObjectContext:c]]; NSPredicate *p = [NSPredicate predicateWithFormat:@"rank > 5"]; [r setPredicate:p]; }"#,
    #"[Town MR_findAllWithPredicate:[NSPredicate predicateWithFormat:@"rank > 5"] inContext:c];"#,
  ]

  @Test(arguments: messages) func entitiesInObjectiveC(_ source: String) {
    #expect(Sources.objectiveC(source).first?.entity == "Town")
  }

  /// Where two fetch requests could be meant, nothing is checked against either.
  @Test func doubtGivesNoEntity() {
    let both =
      "func f() { let p = NSPredicate(format: \"nmae == 1\"); a.predicate = p; let r = Town.fetchRequest(); r.predicate = p; let s = Street.fetchRequest(); s.predicate = p }"
    let memory = #"let found = (towns as NSArray).filtered(using: NSPredicate(format: "nmae == 1"))"#
    let branches = """
      func f() { var r: NSFetchRequest<NSManagedObject>; switch x { case 1: r = Town.fetchRequest() ; default: r = Street.fetchRequest()
      r.predicate = NSPredicate(format: "nmae == 1") } }
      """
    let parameter = """
      class Loader {
        let r = make()
        func f(r: NSFetchRequest<Town>) {}
        func g() { r.predicate = NSPredicate(format: "nmae == 1") }
      }
      """
    for source in [both, memory, branches, parameter] {
      let site = Sources.swift(source).first
      #expect(site?.entity == nil)
      #expect(site?.verdict == .ok)
      #expect(site?.reason == "the entity is not known here")
    }
  }
}
