// DO NOT EDIT. Written by WriteQueries.
import CDQConnections
import CDQRuntime
import Modeled
import Places
import Selected
import Stored
import SwiftData

func randomCalls() -> [RandomCall] {
  var calls: [RandomCall] = []
  calls.append(
    RandomCall(
      query: #"Town where nick >= "x" sort score, rank"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q1(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q1(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q1(in: context).map(\.id) },
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q1().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (((rank BETWEEN {-1, 1} OR rank BETWEEN {-1, 4}) OR (nation.name > "ABA" AND isPort == TRUE)) AND nick != NULL)"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q2(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q2(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q2(in: context).map(\.id) },
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q2().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT (isPort == TRUE) sort opened"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q3(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q3(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q3(in: context).map(\.id) },
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q3().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT (NOT ((isPort == TRUE OR size == .large))) sort rank, rate limit 2"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q4(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q4(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q4(in: context).map(\.id) },
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q4().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where nation.towns.@max.people >= 2"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q5(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q5(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q5().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (name >= "STRASSE x" OR (NOT (opened > date("2001-01-03")) AND (nick == "nord" AND people > 2)))"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q6(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q6(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q6(in: context).map(\.id) },
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q6().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (SUBQUERY(nation.towns, $t, $t.height * 2.0 >= 61.0).@count >= 3 AND nick MATCHES "(?i)st.*") limit 4"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q7(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in try Queries.q7(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q7().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where height * 2.0 > -6.0 sort rank limit 17"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q8(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q8(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q8(in: context).map(\.id) },
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q8().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where rank BETWEEN {3, 1} sort name, name"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q9(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q9(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q9(in: context).map(\.id) },
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q9().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (size == .small AND ((size == .small AND length(name) != 0) AND (nation.code > "nord" AND opened < date("2001-01-02"))))"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q10(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q10(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q10().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where people <= 0 sort opened"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q11(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q11(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q11(in: context).map(\.id) },
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q11().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where score < 2.5 sort name limit 3"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q12(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q12(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q12(in: context).map(\.id) },
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q12().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (NOT (size != .medium) AND NOT ((opened != date("2001-01-03") OR nick == NULL))) limit 10 offset 2"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q13(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q13(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q13(in: context).map(\.id) },
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q13().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where nick >= "STRASSE x""#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q14(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q14(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q14(in: context).map(\.id) },
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q14().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT (size != .large) sort people desc nulls first, nation.name desc nulls first"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q15(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q15(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q15().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where ((opened == date("2001-01-02") OR NOT (opened > date("2001-01-05"))) OR NOT (NOT (isPort == TRUE))) limit 22"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q16(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q16(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q16(in: context).map(\.id) },
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q16().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (isPort == TRUE OR name LIKE[d] "*b*")"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q17(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in try Queries.q17(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q17().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where nick CONTAINS "aba" sort nick"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q18(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q18(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q18(in: context).map(\.id) },
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q18().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where SUBQUERY(nation.towns, $t, $t.height * 2.0 < 4.5).@count < 0 sort people, name desc"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q19(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q19(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q19().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where length(nick) > 0 sort size desc limit 8"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q20(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q20(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q20().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where SUBQUERY(nation.towns, $t, $t.score >= -0.5).@count == 2"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q21(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q21(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q21().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where isPort == TRUE sort people"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q22(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q22(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q22(in: context).map(\.id) },
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q22().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT (size == .small) sort nick desc"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q23(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q23(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q23(in: context).map(\.id) },
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q23().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT (size != .medium) sort nation.name limit 17"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q24(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q24(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q24(in: context).map(\.id) },
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q24().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where name >= "aba" sort nick, opened limit 20"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q25(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q25(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q25(in: context).map(\.id) },
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q25().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where ANY nation.towns.rank != 5 sort height, rate desc nulls first"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q26(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q26(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q26().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where size != .small sort size nulls first limit 0"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q27(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q27(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q27().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where ((name == "aba" AND size == .small) OR height * 2.0 <= 61.0) sort people desc"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q28(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q28(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q28().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (nation.area != NULL OR name ENDSWITH[cd] "ebene") sort rate, height limit 17"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q29(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q29(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q29().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where ((NONE nation.towns.people != 5 OR isOld == NULL) OR ALL nation.towns.rank <= 77) sort height nulls last, people desc limit 22"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q30(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q30(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q30().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where isPort == TRUE limit 21"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q31(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q31(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q31().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where nation.towns.@max.people <= 2 sort size, nick nulls last"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q32(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q32(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q32().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where rank BETWEEN {-1, 4} sort rate, name"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q33(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q33(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q33().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where name >= "x""#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q34(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q34(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q34().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (NOT (opened == date("2001-01-01")) OR SUBQUERY(nation.towns, $t, $t.rate < decimal("2.5")).@count < 1) sort rate desc nulls last, name"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q35(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q35(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q35().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where rate <= decimal("2.5") sort score desc, name"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q36(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q36(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q36().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where size != .small sort name desc offset 2"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q37(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q37(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q37().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where name MATCHES "(?i)st.*" sort rank"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q38(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in try Queries.q38(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q38().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (name ENDSWITH[d] "N2" OR NOT (rank BETWEEN {-1, 4})) sort height"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q39(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q39(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q39().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT (NOT (NOT (size == .small)))"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q40(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q40(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q40().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where ((NOT (people IN {0, 5, 1000}) AND isPort == TRUE) OR NOT (name CONTAINS "N2")) sort people"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q41(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q41(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q41().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (isPort == FALSE AND NOT ((rank BETWEEN {-1, 4} AND nick CONTAINS "STRASSE x"))) offset 0"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q42(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q42(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q42().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where nation.code > "Straße""#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q43(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q43(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q43().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where ((size != NULL OR NOT (opened == date("2001-01-05"))) AND ((rank BETWEEN {0, 1} AND opened > date("2001-01-01")) OR score >= -0.5)) sort size nulls first"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q44(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q44(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q44().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (people IN {2, 2, 1000} OR (nick MATCHES "(?i)st.*" OR (length(nick) == 4 AND isPort == FALSE))) sort score nulls first limit 7 offset 8"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q45(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in try Queries.q45(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q45().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where ((NOT (NONE nation.towns.rank >= -3) OR ALL nation.towns.rank > 0) AND ALL nation.towns.people == 5) sort size desc nulls first"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q46(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q46(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q46().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (isOld == NULL AND SUBQUERY(nation.towns, $t, $t.rate <= decimal("2.5")).@count >= 3) offset 2"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q47(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q47(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q47().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where size != .small sort nick limit 22"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q48(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q48(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q48().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where ((size != .large OR (people IN {1, -3, 1000} AND nation.area != NULL)) OR score < -0.5)"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q49(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q49(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q49().all(on: connection).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT ((size == .small OR (nick <= "Straße" OR opened != date("2001-01-04")))) sort nation.name, name nulls first limit 2"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q50(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q50(in: towns).map(\.id) },
      modeled: nil,
      selected: { (connection: any DatabaseConnection) throws -> [Int64] in try Queries.q50().all(on: connection).map(\.id) }))
  return calls
}
