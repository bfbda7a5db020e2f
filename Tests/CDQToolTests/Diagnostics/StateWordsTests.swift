import CDQForeignTexts
import CDQKit
import CDQSchema
import CDQSyntax
import Testing

/// Texts in plain English about a hotel that ask for the state of objects, for what other objects they have, and for their age.
/// Each has one error, whose first fix-it makes the query that is meant, or none where the schema does not say it.
@Suite struct StateWordsTests {
  static let schema: CheckedSchema = {
    let source = SourceText(
      name: "Hotel.cdq",
      """
      enum BookingState { requested, confirmed, done, cancelled }
      entity Guest {
        id: Int64 @unique name: String email: String? nationality: String isVIP: Bool birthday: Date?
        bookings: [Booking] inverse guest
      }
      entity Room {
        id: Int64 @unique number: String floor: Int64 builtYear: Int64 nightlyRate: Double hasBalcony: Bool
        latitude: Double lastCleaned: Date? bookings: [Booking] inverse room
      }
      entity Booking {
        id: Int64 @unique code: String state: BookingState arrival: Date paidAt: Date? isFirst: Bool total: Double?
        guest: Guest? inverse bookings room: Room? inverse bookings
      }
      entity Complaint { id: Int64 @unique text: String topic: String reported: Date resolvedAt: Date? author: Guest? }
      """)
    return buildSchema(SchemaInputs(documents: [(source, Parser.parseDocument(source).tree)]), reader: NoFiles()).schema
  }()

  @Test(arguments: [
    // The case of an enum by another word for it, and by its own before words that mean the same
    ("finished bookings", "Booking where state == .done"),
    ("how many bookings have been cancelled", "count Booking where state == .cancelled"),
    ("canceled bookings", "Booking where state == .cancelled"),
    // The date of an event, or none
    ("open complaints", "Complaint where resolvedAt == nil"),
    ("how many complaints are still open", "count Complaint where resolvedAt == nil"),
    ("resolved complaints", "Complaint where resolvedAt != nil"),
    ("closed complaints", "Complaint where resolvedAt != nil"),
    ("unresolved complaints", "Complaint where resolvedAt == nil"),
    ("bookings not yet paid", "Booking where paidAt == nil"),
    ("unpaid bookings", "Booking where paidAt == nil"),
    ("rooms that have never been cleaned", "Room where lastCleaned == nil"),
    ("guests who never booked", "Guest where bookings.@count == 0"),
    ("guests with no known email", "Guest where email == nil"),
    ("bookings paid in 2026", "Booking where year(paidAt) == 2026"),
    // The objects of a relationship
    ("guests with a cancelled booking", "Guest where ANY bookings.state == .cancelled"),
    ("guests without a cancelled booking", "Guest where NONE bookings.state == .cancelled"),
    ("rooms without a first booking", "Room where NONE bookings.isFirst == TRUE"),
    ("guests with at least 3 first bookings", "Guest where SUBQUERY(bookings, $x, $x.isFirst == TRUE).@count >= 3"),
    ("guests who have both a done and a cancelled booking", "Guest where ANY bookings.state == .done AND ANY bookings.state == .cancelled"),
    ("guests who have never been to a room", "Guest where bookings.@count == 0"),
    ("average total of bookings by nationality", "Booking group by guest.nationality select guest.nationality, average(total) as average"),
    // Ages
    ("rooms older than 20 years", "Room where builtYear < year(now()) - 20"),
    ("rooms newer than 5 years", "Room where builtYear > year(now()) - 5"),
    ("complaints older than 30 days", "Complaint where reported < now() - days(30)"),
    // Numbers, places and texts
    ("rooms with a balcony under 100", "Room where hasBalcony == TRUE AND nightlyRate < 100"),
    ("rooms north of 60 degrees", "Room where latitude > 60"),
    ("rooms south of the equator", "Room where latitude < 0"),
    // Words of the grammar are no beginnings of names
    ("guests that are not VIP", "Guest where isVIP == FALSE"),
    ("VIP guests from Spain", #"Guest where isVIP == TRUE AND nationality ==[c] "Spain""#),
    ("email ends with gmail.com", #"Guest where email ENDSWITH[c] "gmail.com""#),
    ("guests ending in son", #"Guest where name ENDSWITH[c] "son""#),
    ("room A 101", #"Room where number == "A 101""#),
    (
      "which topic has the most complaints",
      "Complaint group by topic select topic, count() as number sort number desc limit 1"
    ),
  ])
  func `Words for a state find what the schema says of it`(text: String, query: String) throws {
    let errors = FirstWordsTests.errors(of: text, Self.schema)
    #expect(errors.count == 1, "\(errors)")
    #expect(errors.first?.fixIts.first?.edits.first?.newText == query)
    #expect(FirstWordsTests.errors(of: query, Self.schema).isEmpty)
  }

  @Test func `A question for the object of a relationship selects its name`() {
    let source = SourceText(
      name: "Cars.cdq",
      """
      entity Person { id: Int64 @unique name: String cars: [Car] inverse owner }
      entity Car { id: Int64 @unique plate: String owner: Person? inverse cars }
      """)
    let cars = buildSchema(SchemaInputs(documents: [(source, Parser.parseDocument(source).tree)]), reader: NoFiles()).schema
    let found = FirstWordsTests.errors(of: "who owns the car BE 900", cars)
    #expect(found.first?.fixIts.first?.edits.first?.newText == #"Car where plate == "BE 900" select owner.name"#)
  }

  /// No query is better than one with another meaning; the text gets what could be compared.
  @Test(arguments: [
    ("vacant bookings", "state is one of .requested, .confirmed, .done, .cancelled"),
    ("find rooms near the equator", "'near' needs a number to compare with: latitude BETWEEN {…, …}"),
    ("cheap rooms", "'cheap' needs a number to compare with: nightlyRate < …"),
    ("who booked room A 101", "'booked' names nothing that a query knows"),
    ("unresolved bookings", "'unresolved' names nothing that a query knows"),
    // The name of a property is no nationality.
    ("show me the guests of the topic", "'topic' names nothing that a query knows"),
  ])
  func `Words that the schema does not explain make no query`(text: String, help: String) throws {
    let errors = FirstWordsTests.errors(of: text, Self.schema)
    #expect(errors.count == 1)
    #expect(errors.first?.fixIts.isEmpty == true, "\(errors)")
    #expect(errors.first?.help.contains { $0.contains(help) } == true, "\(errors)")
  }
}
