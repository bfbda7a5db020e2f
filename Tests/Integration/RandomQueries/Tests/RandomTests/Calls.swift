// DO NOT EDIT. Written by WriteQueries.
import CDQRuntime
import Places
import Stored

func randomCalls() -> [RandomCall] {
  var calls: [RandomCall] = []
  calls.append(
    RandomCall(
      query: #"Town where SUBQUERY(nation.towns, $t, $t.rank BETWEEN {0, 1}).@count >= 2 sort isPort desc nulls last"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q1(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q1(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (((rank BETWEEN {0, 4} OR size == .medium) OR (opened >= date("2001-01-01") OR nation.name == "N2")) OR ALL nation.towns.rank < -3) offset 0"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q2(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q2(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where nation.name == "b" sort people desc, rate desc limit 12 offset 4"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q3(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q3(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where isPort == TRUE offset 9"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q4(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q4(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT (NOT ((SUBQUERY(nation.towns, $t, $t.rank + $t.people < -3).@count <= 1 AND people < 0))) sort nation.name"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q5(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q5(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (rate == decimal("2.5") OR (nick LIKE[cd] "?ba*" AND size != .small)) sort isPort"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q6(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in try Queries.q6(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where ANY nation.towns.rank < -3 offset 7"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q7(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q7(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where ANY nation.towns.rank >= -3 sort rank, people nulls last"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q8(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q8(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT (rank + people >= 77) sort isPort nulls last limit 0"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q9(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q9(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT (NOT ((people < 2 AND ANY nation.towns.rank >= 77))) sort nick desc offset 6"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q10(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q10(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where size != .large sort isPort nulls last"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q11(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q11(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where nation.code == "x" sort nation.name, people limit 23"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q12(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q12(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where score < 2.5 sort nick, rate desc limit 13 offset 2"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q13(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q13(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where nation.code <= "Straße" sort isPort limit 25"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q14(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q14(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where size != .large sort height, rank desc offset 7"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q15(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q15(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT (NOT ((name IN[d] {"N2", "STRASSE x"} AND name IN[d] {"nord", "ABA"}))) limit 14"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q16(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q16(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT (nation != NULL) sort people desc"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q17(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q17(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where nick MATCHES "(?i)st.*" sort people nulls last, people nulls last"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q18(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in try Queries.q18(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (people IN {5, 0, 1000} OR nation.name < "N2") limit 11"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q19(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q19(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT (nick IN[cd] {"ABA", "STRASSE x"}) sort nation.name, people nulls first limit 2 offset 8"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q20(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q20(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where opened == date("2001-01-03") sort isPort desc"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q21(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q21(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where nick == "aba""#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q22(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q22(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where length(nick) >= 3 offset 6"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q23(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q23(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where ((NOT (size == .large) AND ANY nation.towns.people != 0) AND opened == date("2001-01-02")) sort size, opened limit 23"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q24(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q24(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where size != .large sort nick, people desc nulls last"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q25(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q25(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (((nick LIKE[c] "*b*" AND isPort == FALSE) AND (people <= 0 AND nation.towns.@min.rank >= 2)) AND NOT ((height * 2.0 <= 4.5 AND rank BETWEEN {-1, 1}))) offset 3"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q26(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in try Queries.q26(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (name IN[cd] {"ebene", "nord"} AND nation.towns.@max.people == 2) sort nick, rank nulls first offset 1"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q27(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q27(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT (((NONE nation.towns.people == -3 AND SUBQUERY(nation.towns, $t, $t.rank + $t.people > 77).@count >= 3) OR (ANY nation.towns.people > 77 OR rank BETWEEN {3, 1}))) sort rank desc, nation.name nulls first"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q28(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q28(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (NOT (NOT (SUBQUERY(nation.towns, $t, $t.height * 2.0 > 61.0).@count != 1)) OR nick IN {"N2", "b"}) limit 28 offset 2"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q29(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q29(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (NOT ((rank BETWEEN {0, 1} OR people IN {-3, 1, 1000})) OR opened <= date("2001-01-05")) sort nick desc, score desc nulls first"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q30(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q30(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where ((people IN {77, 1, 1000} OR (ANY nation.towns.people != -3 AND nation.name != "x")) OR nation.towns.@sum.people == 77) sort name desc, size nulls first"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q31(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q31(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where isPort == FALSE sort nation.name desc nulls first, nick desc limit 20"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q32(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q32(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where name MATCHES "(?i)st.*" sort score desc nulls first, isPort desc limit 23 offset 7"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q33(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in try Queries.q33(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT (rank + people < 5)"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q34(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q34(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (NOT ((nation.name == "nord" AND height * 2.0 > -6.0)) AND size != .small)"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q35(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q35(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where score == -0.5 sort rank desc"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q36(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q36(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where SUBQUERY(nation.towns, $t, $t.height * 2.0 <= -6.0).@count != 3 sort opened, name desc limit 5"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q37(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q37(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT (((nation.name >= "STRASSE x" AND nick != "Straße") OR (SUBQUERY(nation.towns, $t, $t.people <= 1).@count <= 2 OR isPort == FALSE))) sort rate, rank nulls last offset 5"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q38(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q38(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where ((opened >= date("2001-01-03") OR name IN {"STRASSE x", "STRASSE x"}) AND opened < date("2001-01-03")) sort name limit 9"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q39(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q39(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (isPort == TRUE OR NOT ((nick >[cd] "N2" AND ALL nation.towns.rank >= 1))) sort nick, height offset 3"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q40(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q40(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where ((NOT (nation.code != "x") OR rank BETWEEN {-1, 4}) AND score <= -0.5) sort size nulls last"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q41(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q41(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where people >= 0"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q42(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q42(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where size == .small"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q43(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q43(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT (((isPort == TRUE OR rank BETWEEN {-1, 4}) AND opened < date("2001-01-01")))"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q44(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q44(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where nation == NULL sort isPort desc, height desc"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q45(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q45(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (ALL nation.towns.rank <= 5 AND people IN {2, 5, 1000}) sort rank desc nulls last"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q46(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q46(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where (length(nick) > 0 OR NOT ((people IN {5, 0, 1000} AND people IN {0, 1, 1000}))) sort isPort desc, nation.name nulls first limit 26"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q47(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q47(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where name CONTAINS "b""#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q48(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q48(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where NOT (NOT ((rank + people <= 0 OR rank BETWEEN {0, 1}))) sort nick nulls first"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q49(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q49(in: towns).map(\.id) }))
  calls.append(
    RandomCall(
      query: #"Town where nation.towns.@max.people < -3 sort isPort nulls last, name"#,
      stored: { (store: Store) throws -> [Int64] in try Queries.q50(in: store).map(\.id) },
      closed: { (towns: [Places.Town]) throws -> [Int64] in Queries.q50(in: towns).map(\.id) }))
  return calls
}
