// DO NOT EDIT. Written by WriteDevice.
import CDQKit
import SwiftData

func generatedQueries() -> [GeneratedQuery] {
  var queries: [GeneratedQuery] = []
  queries.append(
    GeneratedQuery(text: #"Town where (((size != .large AND score < 2.5) AND rank BETWEEN {3, 4}) OR (isPort == TRUE OR NOT (nation.name >= "aba"))) sort opened, name desc"#) { (context: ModelContext) throws -> [Int64] in
      try Queries.q3(in: context).map(\.id)
    })
  queries.append(
    GeneratedQuery(text: #"Town where isPort == FALSE"#) { (context: ModelContext) throws -> [Int64] in
      try Queries.q4(in: context).map(\.id)
    })
  queries.append(
    GeneratedQuery(text: #"Town where (size == .large AND nick BEGINSWITH "ebene") sort opened"#) { (context: ModelContext) throws -> [Int64] in
      try Queries.q8(in: context).map(\.id)
    })
  queries.append(
    GeneratedQuery(text: #"Town where (height * 2.0 < 4.5 AND height * 2.0 >= 4.5) sort nick desc, height desc offset 6"#) { (context: ModelContext) throws -> [Int64] in
      try Queries.q9(in: context).map(\.id)
    })
  queries.append(
    GeneratedQuery(text: #"Town where NOT ((nation.area != NULL OR NOT (people < 2)))"#) { (context: ModelContext) throws -> [Int64] in
      try Queries.q10(in: context).map(\.id)
    })
  queries.append(
    GeneratedQuery(text: #"Town where isOld == NULL"#) { (context: ModelContext) throws -> [Int64] in
      try Queries.q13(in: context).map(\.id)
    })
  queries.append(
    GeneratedQuery(text: #"Town where name == "STRASSE x" sort height desc"#) { (context: ModelContext) throws -> [Int64] in
      try Queries.q14(in: context).map(\.id)
    })
  queries.append(
    GeneratedQuery(text: #"Town where (NOT ((nick BEGINSWITH "ABA" OR nation.code != "STRASSE x")) OR name == "ABA") limit 8"#) { (context: ModelContext) throws -> [Int64] in
      try Queries.q16(in: context).map(\.id)
    })
  queries.append(
    GeneratedQuery(text: #"Town where ((isPort == TRUE OR nation.code >= "nord") AND people > 1)"#) { (context: ModelContext) throws -> [Int64] in
      try Queries.q17(in: context).map(\.id)
    })
  queries.append(
    GeneratedQuery(text: #"Town where isPort == TRUE limit 10 offset 3"#) { (context: ModelContext) throws -> [Int64] in
      try Queries.q18(in: context).map(\.id)
    })
  queries.append(
    GeneratedQuery(text: #"Town where opened != date("2001-01-01") sort score, rank limit 23"#) { (context: ModelContext) throws -> [Int64] in
      try Queries.q19(in: context).map(\.id)
    })
  queries.append(
    GeneratedQuery(text: #"Town where (score < 1.0 OR NOT (nation.name <= "STRASSE x")) limit 16"#) { (context: ModelContext) throws -> [Int64] in
      try Queries.q20(in: context).map(\.id)
    })
  queries.append(
    GeneratedQuery(text: #"Town where NOT ((height * 2.0 < 61.0 OR (nation.code != "nord" OR size != .large))) sort opened desc offset 3"#) { (context: ModelContext) throws -> [Int64] in
      try Queries.q22(in: context).map(\.id)
    })
  queries.append(
    GeneratedQuery(text: #"Town where NOT (NOT ((size != .small AND nation.code != "Straße"))) sort score"#) { (context: ModelContext) throws -> [Int64] in
      try Queries.q24(in: context).map(\.id)
    })
  return queries
}
