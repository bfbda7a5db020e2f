// DO NOT EDIT. Written by WriteQueries.
import CDQRuntime
import Modeled
import Places
import Stored
import SwiftData

func randomCalls() -> [RandomCall] {
  var calls: [RandomCall] = []
  calls.append(
    RandomCall(
      query: #"Town where opened != date("2001-01-02") sort score desc"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q1(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q1(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q1(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT (opened != date("2001-01-03"))"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q2(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q2(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q2(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (NOT ((opened != date("2001-01-04") OR SUBQUERY(nation.towns, $t, $t.height * 2.0 >= 61.0).@count >= 1)) AND opened >= date("2001-01-02")) sort opened desc, opened desc limit 11"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q3(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q3(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where nation.towns.@count != 5 limit 12 offset 4"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q4(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q4(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where opened <= date("2001-01-01") sort name desc, nick"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q5(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q5(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q5(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where ALL nation.towns.rank < 0 sort nation.name"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q6(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q6(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where rate == decimal("2.5")"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q7(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q7(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q7(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where nation.name > "x" sort nick desc nulls first offset 7"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q8(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q8(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where ANY nation.towns.rank < -3 offset 7"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q9(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q9(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where size != .large sort rank"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q10(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q10(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q10(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where rank + people != 5"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q11(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q11(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where isPort == TRUE sort nation.name, name desc offset 5"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q12(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q12(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q12(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where size == .medium sort name, height desc"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q13(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q13(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q13(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (nick < "N2" AND NOT (NOT (name BEGINSWITH "aba"))) sort nick"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q14(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q14(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q14(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where ANY nation.towns.rank != 0 sort opened, height desc"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q15(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q15(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where (people >= 2 AND (score < -0.5 OR name BEGINSWITH "b")) sort opened"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q16(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q16(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q16(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where nation != NULL"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q17(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q17(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q17(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where opened != date("2001-01-02") sort people"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q18(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q18(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q18(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where nick != NULL sort name offset 4"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q19(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q19(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q19(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT (nation != NULL) sort people desc"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q20(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q20(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q20(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT (nation.name != "b") sort name desc nulls last, people"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q21(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q21(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q21(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (nation.code <= "N2" AND nick LIKE[d] "*e") limit 17"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q22(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in try Queries.q22(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where SUBQUERY(nation.towns, $t, $t.rate > decimal("1")).@count <= 3"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q23(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q23(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where NOT ((NOT (height * 2.0 > 0.0) AND (size == NULL AND nation.code <= "x"))) sort score desc, people"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q24(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q24(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q24(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where nation.name < "b""#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q25(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q25(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q25(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where opened < date("2001-01-02") limit 8"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q26(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q26(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q26(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT (size != .medium) sort score"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q27(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q27(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q27(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where opened != date("2001-01-03") sort score desc"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q28(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q28(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q28(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where ((NOT (isPort == FALSE) OR (isPort == TRUE AND nation.towns.@count <= 1)) AND size == .small)"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q29(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q29(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where isPort == FALSE"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q30(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q30(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q30(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (isPort == FALSE AND name LIKE "*e") sort height nulls first"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q31(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in try Queries.q31(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where ((nation.code < "nord" AND NOT (isPort == TRUE)) OR rank BETWEEN {0, 4}) sort nick desc"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q32(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q32(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q32(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT (((nation.name == "Straße" OR name == "N2") AND nation != NULL)) sort name, height desc"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q33(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q33(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q33(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (name >= "STRASSE x" OR opened < date("2001-01-03"))"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q34(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q34(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q34(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT (NOT (rank + people > 1)) sort rate, size desc nulls first limit 28 offset 0"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q35(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q35(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where (NOT ((isPort == TRUE OR opened > date("2001-01-03"))) OR NOT (opened <= date("2001-01-02")))"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q36(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q36(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q36(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where nation.towns.@count > -3"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q37(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q37(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where (people IN {77, 1, 1000} OR (rank + people != -3 AND NOT (nation.towns.@min.rank == 77))) sort nick, score"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q38(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q38(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where nation.towns.@sum.people >= 2 sort people desc offset 5"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q39(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q39(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where (NOT ((nick BEGINSWITH[c] "STRASSE x" OR nation.towns.@min.rank < -3)) AND NOT (length(nick) == 2)) sort rank nulls last, score"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q40(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q40(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where (NOT (score == 1.0) AND size == .small) sort rank, height limit 11 offset 7"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q41(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q41(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q41(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where opened < date("2001-01-02") sort people limit 3"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q42(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q42(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q42(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where nation.towns.@min.rank != 77"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q43(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q43(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where NOT (SUBQUERY(nation.towns, $t, $t.height * 2.0 != -6.0).@count < 3) sort height, people"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q44(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q44(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where people IN {2, 2, 1000} sort rank desc nulls first"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q45(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q45(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where (nation.name == "STRASSE x" AND isPort == FALSE) sort name desc, people limit 19"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q46(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q46(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q46(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT (nation.towns.@min.rank >= 77) sort name offset 4"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q47(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q47(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where (NOT (height * 2.0 > 0.0) AND height * 2.0 >= 4.5) sort name, people limit 5"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q48(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q48(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q48(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where nick < "N2" sort opened, score"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q49(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q49(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q49(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (rank BETWEEN {0, 1} OR ((rank BETWEEN {3, 1} AND nick CONTAINS "x") AND (score <= 1.0 AND opened == date("2001-01-03"))))"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q50(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q50(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q50(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (rank BETWEEN {3, 4} OR nick < "Straße")"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q51(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q51(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q51(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where opened > date("2001-01-04") offset 2"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q52(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q52(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q52(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT (nation.towns.@avg.rank == 77)"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q53(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q53(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where NOT (people IN {2, 5, 1000}) sort rank desc nulls last"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q54(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q54(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q54(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where length(nick) > 0 sort opened nulls last limit 13"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q55(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q55(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where (NOT ((isPort == TRUE OR size == .small)) OR rank BETWEEN {3, 4})"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q56(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q56(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q56(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where nation.towns.@max.people >= 77 sort name nulls last offset 5"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q57(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q57(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where nick == NULL"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q58(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q58(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q58(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where opened >= date("2001-01-04") sort height desc, name limit 18"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q59(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q59(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q59(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (isPort == TRUE AND NOT ((name == "STRASSE x" OR size != .large))) sort nick, nick"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q60(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q60(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q60(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where nick MATCHES "[a-z]+" sort height desc nulls first, height"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q61(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in try Queries.q61(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where (opened <= date("2001-01-02") OR (NOT (isPort == TRUE) OR score <= 1.0))"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q62(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q62(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q62(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where size != .small limit 2"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q63(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q63(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q63(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT ((NOT (isPort == TRUE) AND opened != date("2001-01-05"))) sort nick desc, score offset 5"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q64(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q64(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q64(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where nation.area != NULL sort nation.name nulls last"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q65(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q65(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where height * 2.0 > 0.0 sort height"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q66(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q66(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q66(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where size != NULL"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q67(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q67(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q67(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (name MATCHES ".*x" AND ((nation.name >= "STRASSE x" OR opened > date("2001-01-01")) OR nation.towns.@avg.rank != 2))"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q68(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in try Queries.q68(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where NOT ((NOT (people > 0) AND nick CONTAINS "ABA")) sort people"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q69(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q69(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q69(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (opened >= date("2001-01-02") OR opened > date("2001-01-01")) limit 21"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q70(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q70(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q70(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where nick IN {"ABA", "Straße"} sort opened nulls last"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q71(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q71(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where (((opened < date("2001-01-01") OR name >= "b") OR (height * 2.0 <= 61.0 OR people != NULL)) AND NOT (nation != NULL)) offset 8"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q72(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q72(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q72(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where nick != "ABA" sort rank"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q73(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q73(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q73(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT (nation.towns.@avg.rank == 77) sort name, rank"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q74(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q74(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where (((height * 2.0 >= 61.0 AND nick == "nord") OR nick != "b") AND people IN {0, 0, 1000}) sort height offset 5"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q75(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q75(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q75(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where height * 2.0 >= -6.0 sort name"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q76(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q76(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q76(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (rate <= decimal("1") AND ((nation.code < "Straße" AND rate == decimal("2.5")) OR NOT (SUBQUERY(nation.towns, $t, $t.rank + $t.people != 2).@count == 0)))"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q77(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q77(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where (size == .small OR isPort == TRUE) sort height nulls last"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q78(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q78(in: towns).map(\.id) },
      modeled: nil))
  calls.append(
    RandomCall(
      query: #"Town where size == .small sort opened desc"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q79(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q79(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q79(in: context).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where ((name IN {"N2", "N2"} AND size != .large) OR people IN {1, 2, 1000}) sort nation.name desc, score desc"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q80(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q80(in: towns).map(\.id) },
      modeled: { (context: ModelContext) throws -> [Int64] in try Queries.q80(in: context).map(\.id) }))
  return calls
}
