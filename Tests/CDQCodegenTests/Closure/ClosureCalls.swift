import CDQRuntime
import Foundation

/// Calls of every function of the corpus `towns`, several calls where arguments matter.
enum ClosureCalls {
  typealias Call = ClosureRowsTests.Call
  typealias Rows = ClosureRowsTests.Rows

  static let all: [Call] = comparisons + texts + memberships + arithmetic + choices + singles + rows + sets + groups
    + firsts

  private static let rows: [Call] = [
    Call(query: "decimals", arguments: [:]) { world in towns(Queries.decimals(in: world.towns)) },
    Call(query: "casts", arguments: [:]) { world in towns(Queries.casts(in: world.towns)) },
    Call(query: "averages", arguments: [:]) { world in towns(Queries.averages(in: world.towns)) },
    Call(query: "rateSum", arguments: [:]) { world in towns(Queries.rateSum(in: world.towns)) },
    Call(query: "rows", arguments: ["n": .int(-5)]) { world in
      let rows = Queries.rows(in: world.towns, n: -5)
      return .texts(
        rows.map { "\($0.name)|\($0.size?.rawValue ?? "-")|\($0.nationName ?? "-")|\($0.more.map { "\($0)" } ?? "-")" })
    },
    Call(query: "names", arguments: [:]) { world in .texts(Queries.names(in: world.towns)) },
    Call(query: "topName", arguments: [:]) { world in .texts([Queries.topName(in: world.towns)].compactMap { $0 }) },
  ]

  private static let comparisons: [Call] = [
    Call(query: "all", arguments: [:]) { world in towns(Queries.all(in: world.towns)) },
    Call(query: "none", arguments: [:]) { world in towns(Queries.none(in: world.towns)) },
    Call(query: "peopleEqual", arguments: ["n": .int(500)]) { world in
      towns(Queries.peopleEqual(in: world.towns, n: 500))
    },
    Call(query: "peopleEqual", arguments: ["n": .null]) { world in
      towns(Queries.peopleEqual(in: world.towns, n: nil))
    },
    Call(query: "peopleNot", arguments: ["n": .int(500)]) { world in
      towns(Queries.peopleNot(in: world.towns, n: 500))
    },
    Call(query: "peopleNot", arguments: ["n": .null]) { world in towns(Queries.peopleNot(in: world.towns, n: nil)) },
    Call(query: "peopleNot500", arguments: [:]) { world in towns(Queries.peopleNot500(in: world.towns)) },
    Call(query: "peopleAbove", arguments: ["n": .int(77)]) { world in
      towns(Queries.peopleAbove(in: world.towns, n: 77))
    },
    Call(query: "peopleAtMost", arguments: ["n": .int(500)]) { world in
      towns(Queries.peopleAtMost(in: world.towns, n: 500))
    },
    Call(query: "peopleUnknown", arguments: [:]) { world in towns(Queries.peopleUnknown(in: world.towns)) },
    Call(query: "peopleKnown", arguments: [:]) { world in towns(Queries.peopleKnown(in: world.towns)) },
    Call(query: "mayBeEqual", arguments: [:]) { world in towns(Queries.mayBeEqual(in: world.towns)) },
    Call(query: "mayBeAtMost", arguments: [:]) { world in towns(Queries.mayBeAtMost(in: world.towns)) },
    Call(query: "flags", arguments: [:]) { world in towns(Queries.flags(in: world.towns)) },
    Call(query: "rankAbove", arguments: [:]) { world in towns(Queries.rankAbove(in: world.towns)) },
    Call(query: "rateEqual", arguments: [:]) { world in towns(Queries.rateEqual(in: world.towns)) },
    Call(query: "scoreBelow", arguments: [:]) { world in towns(Queries.scoreBelow(in: world.towns)) },
    Call(query: "sized", arguments: [:]) { world in towns(Queries.sized(in: world.towns)) },
    Call(query: "graded", arguments: [:]) { world in towns(Queries.graded(in: world.towns)) },
    Call(query: "heightBetween", arguments: ["low": .double(-3.0), "high": .double(30.5)]) { world in
      towns(Queries.heightBetween(in: world.towns, low: -3.0, high: 30.5))
    },
    Call(query: "heightBetween", arguments: ["low": .double(9.0), "high": .double(1.0)]) { world in
      towns(Queries.heightBetween(in: world.towns, low: 9.0, high: 1.0))
    },
    Call(query: "sizeNot", arguments: ["size": .string("small")]) { world in
      towns(Queries.sizeNot(in: world.towns, size: .small))
    },
    Call(query: "sizeNot", arguments: ["size": .null]) { world in towns(Queries.sizeNot(in: world.towns, size: nil)) },
    Call(query: "opened", arguments: ["until": .date(Date(timeIntervalSinceReferenceDate: 3e8))]) { world in
      towns(Queries.opened(in: world.towns, until: Date(timeIntervalSinceReferenceDate: 3e8)))
    },
    Call(query: "uidIs", arguments: ["uid": .uuid(uid)]) { world in towns(Queries.uidIs(in: world.towns, uid: uid)) },
    Call(query: "nameBefore", arguments: ["name": .string("Éa")]) { world in
      towns(Queries.nameBefore(in: world.towns, name: "Éa"))
    },
    Call(query: "nameBefore", arguments: ["name": .string("Aba")]) { world in
      towns(Queries.nameBefore(in: world.towns, name: "Aba"))
    },
    Call(query: "nameBetween", arguments: ["last": .string("Zz")]) { world in
      towns(Queries.nameBetween(in: world.towns, last: "Zz"))
    },
    Call(query: "townBehind", arguments: [:]) { world in nations(Queries.townBehind(in: world.nations)) },
    Call(query: "reserved", arguments: ["default": .string("q")]) { world in
      towns(Queries.reserved(in: world.towns, default: "q"))
    },
    Call(query: "reserved", arguments: ["default": .null]) { world in
      towns(Queries.reserved(in: world.towns, default: nil))
    },
    Call(query: "peopleBelowHeight", arguments: [:]) { world in towns(Queries.peopleBelowHeight(in: world.towns)) },
    Call(query: "heightAtLeastPeople", arguments: [:]) { world in towns(Queries.heightAtLeastPeople(in: world.towns)) },
    Call(query: "heightNotPeople", arguments: [:]) { world in towns(Queries.heightNotPeople(in: world.towns)) },
    Call(query: "rateIsRank", arguments: [:]) { world in towns(Queries.rateIsRank(in: world.towns)) },
    Call(query: "rankAboveRate", arguments: [:]) { world in towns(Queries.rankAboveRate(in: world.towns)) },
    Call(query: "rateAtMostHeight", arguments: [:]) { world in towns(Queries.rateAtMostHeight(in: world.towns)) },
    Call(query: "heightAboveRate", arguments: [:]) { world in towns(Queries.heightAboveRate(in: world.towns)) },
    Call(query: "peopleBetween", arguments: ["low": .int(-3)]) { world in
      towns(Queries.peopleBetween(in: world.towns, low: -3))
    },
    Call(query: "peopleBetween", arguments: ["low": .int(1)]) { world in
      towns(Queries.peopleBetween(in: world.towns, low: 1))
    },
  ]

  private static let texts: [Call] = [
    Call(query: "begins", arguments: ["prefix": .string("E")]) { world in
      towns(Queries.begins(in: world.towns, prefix: "E"))
    },
    Call(query: "begins", arguments: ["prefix": .string("str")]) { world in
      towns(Queries.begins(in: world.towns, prefix: "str"))
    },
    Call(query: "begins", arguments: ["prefix": .string("")]) { world in
      towns(Queries.begins(in: world.towns, prefix: ""))
    },
    Call(query: "ends", arguments: ["suffix": .string("b")]) { world in
      towns(Queries.ends(in: world.towns, suffix: "b"))
    },
    Call(query: "ends", arguments: ["suffix": .string("B")]) { world in
      towns(Queries.ends(in: world.towns, suffix: "B"))
    },
    Call(query: "holds", arguments: ["text": .string("B")]) { world in
      towns(Queries.holds(in: world.towns, text: "B"))
    },
    Call(query: "holds", arguments: ["text": .string("ß")]) { world in
      towns(Queries.holds(in: world.towns, text: "ß"))
    },
    Call(query: "holds", arguments: ["text": .string("ss")]) { world in
      towns(Queries.holds(in: world.towns, text: "ss"))
    },
    Call(query: "likes", arguments: ["pattern": .string("a?a*")]) { world in
      try towns(Queries.likes(in: world.towns, pattern: "a?a*"))
    },
    Call(query: "likes", arguments: ["pattern": .string("*e")]) { world in
      try towns(Queries.likes(in: world.towns, pattern: "*e"))
    },
    Call(query: "likes", arguments: ["pattern": .string("[")]) { world in
      try towns(Queries.likes(in: world.towns, pattern: "["))
    },
    Call(query: "likes", arguments: ["pattern": .string("a\\q")]) { world in
      try towns(Queries.likes(in: world.towns, pattern: "a\\q"))
    },
    Call(query: "matching", arguments: [:]) { world in try towns(Queries.matching(in: world.towns)) },
    Call(query: "sameText", arguments: ["text": .string("ebene")]) { world in
      towns(Queries.sameText(in: world.towns, text: "ebene"))
    },
    Call(query: "sameText", arguments: ["text": .string("strasse")]) { world in
      towns(Queries.sameText(in: world.towns, text: "strasse"))
    },
    Call(query: "textBelow", arguments: ["text": .string("AC")]) { world in
      towns(Queries.textBelow(in: world.towns, text: "AC"))
    },
    Call(query: "lengths", arguments: [:]) { world in towns(Queries.lengths(in: world.towns)) },
    Call(query: "substring", arguments: ["needle": .string("ba")]) { world in
      towns(Queries.substring(in: world.towns, needle: "ba"))
    },
  ]

  private static let memberships: [Call] = [
    Call(query: "idIn", arguments: ["ids": .list([.int(3), .int(70), .int(3), .int(500)])]) { world in
      towns(Queries.idIn(in: world.towns, ids: [3, 70, 3, 500]))
    },
    Call(query: "idIn", arguments: ["ids": .list([])]) { world in towns(Queries.idIn(in: world.towns, ids: [])) },
    Call(query: "nameIn", arguments: [:]) { world in towns(Queries.nameIn(in: world.towns)) },
    Call(query: "nameInFolded", arguments: ["names": .list([.string("EBENE"), .string("nord")])]) { world in
      towns(Queries.nameInFolded(in: world.towns, names: ["EBENE", "nord"]))
    },
    Call(query: "sizeIn", arguments: ["sizes": .list([.string("small"), .string("LARGE")])]) { world in
      towns(Queries.sizeIn(in: world.towns, sizes: [.small, .large]))
    },
    Call(query: "rankIn", arguments: [:]) { world in towns(Queries.rankIn(in: world.towns)) },
    Call(query: "nationTag", arguments: [:]) { world in towns(Queries.nationTag(in: world.towns)) },
    Call(query: "inNation", arguments: ["code": .string("N2")]) { world in
      towns(Queries.inNation(in: world.towns, code: "N2"))
    },
    Call(query: "inNation", arguments: ["code": .null]) { world in
      towns(Queries.inNation(in: world.towns, code: nil))
    },
    Call(
      query: "inNationObject",
      arguments: ["nation": .object(ObjectKey(root: "Nation", identity: .string("N3")))]
    ) { world in towns(Queries.inNationObject(in: world.towns, nation: "N3")) },
    Call(query: "inNationObject", arguments: ["nation": .null]) { world in
      towns(Queries.inNationObject(in: world.towns, nation: nil))
    },
    Call(query: "noNation", arguments: [:]) { world in towns(Queries.noNation(in: world.towns)) },
    Call(query: "largeNation", arguments: [:]) { world in towns(Queries.largeNation(in: world.towns)) },
    Call(query: "capitals", arguments: ["n": .int(500)]) { world in
      nations(Queries.capitals(in: world.nations, n: 500))
    },
    Call(query: "allPorts", arguments: [:]) { world in nations(Queries.allPorts(in: world.nations)) },
    Call(query: "nonePorts", arguments: [:]) { world in nations(Queries.nonePorts(in: world.nations)) },
    Call(query: "townCount", arguments: ["n": .int(12)]) { world in
      nations(Queries.townCount(in: world.nations, n: 12))
    },
    Call(query: "townCount", arguments: ["n": .int(0)]) { world in
      nations(Queries.townCount(in: world.nations, n: 0))
    },
    Call(query: "manyLarge", arguments: ["n": .int(0)]) { world in
      nations(Queries.manyLarge(in: world.nations, n: 0))
    },
    Call(query: "startsAlike", arguments: ["n": .int(0)]) { world in
      nations(Queries.startsAlike(in: world.nations, n: 0))
    },
    Call(query: "namesakes", arguments: [:]) { world in nations(Queries.namesakes(in: world.nations)) },
    Call(query: "nested", arguments: ["n": .int(2)]) { world in towns(Queries.nested(in: world.towns, n: 2)) },
    Call(query: "neighbours", arguments: ["n": .int(500000)]) { world in
      towns(Queries.neighbours(in: world.towns, n: 500000))
    },
    Call(query: "peopleSum", arguments: ["n": .int(3000000)]) { world in
      nations(Queries.peopleSum(in: world.nations, n: 3000000))
    },
    Call(query: "youngest", arguments: ["n": .int(2000000)]) { world in
      nations(Queries.youngest(in: world.nations, n: 2000000))
    },
    Call(query: "firstTown", arguments: [:]) { world in nations(Queries.firstTown(in: world.nations)) },
    Call(query: "someTag", arguments: [:]) { world in nations(Queries.someTag(in: world.nations)) },
    Call(query: "distinctNames", arguments: ["n": .int(8)]) { world in
      nations(Queries.distinctNames(in: world.nations, n: 8))
    },
  ]

  private static let arithmetic: [Call] = [
    Call(query: "yearly", arguments: ["year": .int(1999), "months": .list([.int(1), .int(6)])]) { world in
      towns(try Queries.yearly(in: world.towns, year: 1999, months: [1, 6]))
    },
    Call(query: "hourly", arguments: ["zone": .string("Asia/Kolkata")]) { world in
      towns(try Queries.hourly(in: world.towns, zone: "Asia/Kolkata"))
    },
    Call(query: "hourly", arguments: ["zone": .string("UTC"), "other": .string("America/St_Johns")]) { world in
      towns(try Queries.hourly(in: world.towns, zone: "UTC", other: "America/St_Johns"))
    },
    Call(query: "parts", arguments: [:]) { world in towns(Queries.parts(in: world.towns)) },
    Call(query: "trimming", arguments: ["n": .int(3)]) { world in towns(Queries.trimming(in: world.towns, n: 3)) },
    Call(
      query: "starts",
      arguments: ["month": .date(Date(timeIntervalSinceReferenceDate: 99_360_000 - 86_400)), "zone": .string("Asia/Kolkata")]
    ) { world in
      let month = Date(timeIntervalSinceReferenceDate: 99_360_000 - 86_400)
      return towns(try Queries.starts(in: world.towns, month: month, zone: "Asia/Kolkata"))
    },
    Call(query: "starts", arguments: ["month": .date(Date(timeIntervalSinceReferenceDate: 0)), "zone": .string("Mars")]) { world in
      towns(try Queries.starts(in: world.towns, month: Date(timeIntervalSinceReferenceDate: 0), zone: "Mars"))
    },
    Call(query: "firstOfYear", arguments: ["year": .int(2001)]) { world in
      towns(try Queries.firstOfYear(in: world.towns, year: 2001))
    },
    Call(query: "joining", arguments: ["label": .string("Aba, zz"), "end": .string("\u{308}"), "start": .string("A")]) { world in
      towns(Queries.joining(in: world.towns, label: "Aba, zz", end: "\u{308}", start: "A"))
    },
    Call(query: "sides", arguments: ["separator": .string("e"), "count": .int(2), "end": .string("b")]) { world in
      towns(Queries.sides(in: world.towns, separator: "e", count: 2, end: "b"))
    },
    Call(query: "replaced", arguments: ["old": .string("b"), "text": .string("zza")]) { world in
      towns(try Queries.replaced(in: world.towns, old: "b", text: "zza"))
    },
    Call(query: "labels", arguments: [:]) { world in
      .texts(
        try Queries.labels(in: world.towns).map { row in
          let year = row.year.map { "\($0.timeIntervalSinceReferenceDate)" }
          return [row.label, row.short, year].map { $0 ?? "-" }.joined(separator: "|")
        })
    },
    Call(query: "doubled", arguments: ["n": .int(1000)]) { world in towns(Queries.doubled(in: world.towns, n: 1000)) },
    Call(query: "overflow", arguments: [:]) { world in towns(Queries.overflow(in: world.towns)) },
    Call(query: "ratio", arguments: [:]) { world in towns(Queries.ratio(in: world.towns)) },
    Call(query: "modulo", arguments: [:]) { world in towns(Queries.modulo(in: world.towns)) },
    Call(query: "rooted", arguments: [:]) { world in towns(Queries.rooted(in: world.towns)) },
    Call(query: "bits", arguments: [:]) { world in towns(Queries.bits(in: world.towns)) },
    Call(query: "soon", arguments: [:]) { world in towns(Queries.soon(in: world.towns)) },
    Call(query: "age", arguments: [:]) { world in towns(Queries.age(in: world.towns)) },
    Call(query: "halves", arguments: ["h": .double(10.0)]) { world in towns(Queries.halves(in: world.towns, h: 10.0)) },
    Call(query: "ternary", arguments: [:]) { world in nations(Queries.ternary(in: world.nations)) },
  ]

  private static let choices: [Call] = [
    Call(query: "search", arguments: ["order": .string("name")]) { world in
      towns(Queries.search(in: world.towns, order: .name))
    },
    Call(query: "search", arguments: ["text": .string("n"), "order": .string("people")]) { world in
      towns(Queries.search(in: world.towns, text: "n", order: .people))
    },
    Call(query: "search", arguments: ["code": .string("N1"), "order": .string("nation.name")]) { world in
      towns(Queries.search(in: world.towns, code: "N1", order: .nationName))
    },
    Call(
      query: "search",
      arguments: ["text": .string("A"), "code": .string("N1"), "order": .string("people")]
    ) { world in towns(Queries.search(in: world.towns, text: "A", code: "N1", order: .people)) },
    Call(query: "either", arguments: [:]) { world in towns(Queries.either(in: world.towns)) },
    Call(query: "either", arguments: ["n": .int(500)]) { world in towns(Queries.either(in: world.towns, n: 500)) },
    Call(query: "notOmitted", arguments: [:]) { world in towns(Queries.notOmitted(in: world.towns)) },
    Call(query: "notOmitted", arguments: ["name": .string("Aba")]) { world in
      towns(Queries.notOmitted(in: world.towns, name: "Aba"))
    },
    Call(query: "notOmitted", arguments: ["name": .string("Aba"), "n": .int(500)]) { world in
      towns(Queries.notOmitted(in: world.towns, name: "Aba", n: 500))
    },
    Call(query: "notOmitted", arguments: ["n": .int(500)]) { world in
      towns(Queries.notOmitted(in: world.towns, n: 500))
    },
    Call(query: "byPeople", arguments: [:]) { world in towns(Queries.byPeople(in: world.towns)) },
    Call(query: "byNick", arguments: [:]) { world in towns(Queries.byNick(in: world.towns)) },
    Call(query: "byScore", arguments: [:]) { world in towns(Queries.byScore(in: world.towns)) },
    Call(query: "byGrade", arguments: [:]) { world in towns(Queries.byGrade(in: world.towns)) },
    Call(query: "byOpened", arguments: [:]) { world in towns(Queries.byOpened(in: world.towns)) },
    Call(query: "byFolded", arguments: [:]) { world in towns(Queries.byFolded(in: world.towns)) },
    Call(query: "byNation", arguments: [:]) { world in towns(Queries.byNation(in: world.towns)) },
    Call(query: "page", arguments: ["count": .int(4), "skip": .int(2)]) { world in
      try towns(Queries.page(in: world.towns, count: 4, skip: 2))
    },
    Call(query: "page", arguments: ["count": .int(0), "skip": .int(0)]) { world in
      try towns(Queries.page(in: world.towns, count: 0, skip: 0))
    },
    Call(query: "page", arguments: ["count": .int(-1), "skip": .int(0)]) { world in
      try towns(Queries.page(in: world.towns, count: -1, skip: 0))
    },
    Call(query: "page", arguments: ["count": .int(100), "skip": .int(100)]) { world in
      try towns(Queries.page(in: world.towns, count: 100, skip: 100))
    },
    Call(query: "unsortedPage", arguments: [:]) { world in try towns(Queries.unsortedPage(in: world.towns)) },
    Call(query: "unsortedPage", arguments: ["skip": .int(77)]) { world in
      try towns(Queries.unsortedPage(in: world.towns, skip: 77))
    },
    Call(query: "unsortedPage", arguments: ["skip": .int(-5)]) { world in
      try towns(Queries.unsortedPage(in: world.towns, skip: -5))
    },
  ]

  private static let singles: [Call] = [
    Call(query: "firstPort", arguments: [:]) { world in first(Queries.firstPort(in: world.towns)) },
    Call(query: "anyPort", arguments: [:]) { world in first(Queries.anyPort(in: world.towns)) },
    Call(query: "only", arguments: ["id": .int(7)]) { world in try only(Queries.only(in: world.towns, id: 7)) },
    Call(query: "only", arguments: ["id": .int(700)]) { world in try only(Queries.only(in: world.towns, id: 700)) },
    Call(query: "howMany", arguments: ["n": .int(77)]) { world in .number(Queries.howMany(in: world.towns, n: 77)) },
    Call(query: "howManyPaged", arguments: [:]) { world in .number(Queries.howManyPaged(in: world.towns)) },
    Call(query: "isThere", arguments: ["name": .string("Nord")]) { world in
      .flag(Queries.isThere(in: world.towns, name: "Nord"))
    },
    Call(query: "isThere", arguments: ["name": .string("nord")]) { world in
      .flag(Queries.isThere(in: world.towns, name: "nord"))
    },
  ]

  private static let uid = UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))

  static func towns(_ towns: [Town]) -> Rows { .towns(towns.map(\.id)) }
  static func nations(_ nations: [Nation]) -> Rows { .nations(nations.map(\.code)) }
  private static func first(_ town: Town?) -> Rows { .towns(town.map { [$0.id] } ?? []) }
  private static func only(_ town: Town) -> Rows { .towns([town.id]) }
}
