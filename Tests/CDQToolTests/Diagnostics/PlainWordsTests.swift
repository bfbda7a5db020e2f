import CDQForeignTexts
import CDQKit
import CDQSchema
import CDQSyntax
import Testing

/// Texts in plain English about a clinic. Each has one error, whose first fix-it makes the query that is meant, or none where
/// a word has no meaning.
@Suite struct PlainWordsTests {
  static let schema: CheckedSchema = {
    let source = SourceText(
      name: "Clinic.cdq",
      """
      enum Status: String { booked = "booked", done = "done", cancelled = "cancelled" }
      entity Doctor {
        id: Int64 @unique name: String specialty: String onCall: Bool = false hired: Date salary: Decimal
        patients: [Patient] inverse doctor
      }
      entity Patient {
        id: Int64 @unique name: String email: String? born: Date town: String smoker: Bool = false weight: Double?
        doctor: Doctor? inverse patients appointments: [Appointment] inverse patient invoices: [Invoice] inverse patient
      }
      entity Appointment {
        id: Int64 @unique date: Date minutes: Int64 status: Status isUrgent: Bool = false
        patient: Patient? inverse appointments
      }
      entity Invoice {
        id: Int64 @unique total: Decimal issued: Date due: Date? isPaid: Bool = false patient: Patient? inverse invoices
      }
      """)
    return buildSchema(SchemaInputs(documents: [(source, Parser.parseDocument(source).tree)]), reader: NoFiles()).schema
  }()

  private static let today = "year(date) == year(now()) AND month(date) == month(now()) AND day(date) == day(now())"

  /// Dates, as `DatePhrases` has them.
  static let dates: [(text: String, query: String)] = [
    ("appointments today", "Appointment where \(today)"),
    ("today's appointments", "Appointment where \(today)"),
    ("appointments yesterday", "Appointment where \(today.replacing("now()", with: "now() - days(1)"))"),
    ("appointments tomorrow", "Appointment where \(today.replacing("now()", with: "now() + days(1)"))"),
    ("appointments this month", "Appointment where year(date) == year(now()) AND month(date) == month(now())"),
    ("appointments last month", "Appointment where year(date) * 12 + month(date) == year(now()) * 12 + month(now()) - 1"),
    ("appointments next week", "Appointment where date BETWEEN {now(), now() + days(7)}"),
    ("appointments in the last 7 days", "Appointment where date BETWEEN {now() - days(7), now()}"),
    ("invoices from last year", "Invoice where year(issued) == year(now()) - 1"),
    ("invoices issued in 2023", "Invoice where year(issued) == 2023"),
    ("invoices issued before this year", "Invoice where year(issued) < year(now())"),
    ("invoices due next week", "Invoice where due BETWEEN {now(), now() + days(7)}"),
    ("invoices issued between 2020 and 2022", "Invoice where year(issued) BETWEEN {2020, 2022}"),
    ("invoices older than 30 days", "Invoice where issued < now() - days(30)"),
    ("patients born since 2000", "Patient where year(born) >= 2000"),
    ("patients older than 65", "Patient where born < now() - days(23741)"),
    ("patients younger than 18 years", "Patient where born > now() - days(6575)"),
    ("upcoming appointments", "Appointment where date > now()"),
    ("overdue invoices", "Invoice where due < now() AND isPaid == FALSE"),
    ("patients with an appointment last month",
      "Patient where SUBQUERY(appointments, $x, year($x.date) * 12 + month($x.date) == year(now()) * 12 + month(now()) - 1).@count > 0"),
  ]

  /// What is true, missing, or the opposite.
  static let conditions: [(text: String, query: String)] = [
    ("doctors on call", "Doctor where onCall == TRUE"), ("doctors not on call", "Doctor where onCall == FALSE"),
    ("doctors who aren't on call", "Doctor where onCall == FALSE"),
    ("patients who smoke", "Patient where smoker == TRUE"), ("non-smokers", "Patient where smoker == FALSE"),
    ("patients whose email is missing", "Patient where email == nil"),
    ("patients where the email is missing", "Patient where email == nil"),
    ("patients whose email is not empty", "Patient where email != nil"),
    ("patients with no appointments", "Patient where appointments.@count == 0"),
    ("unpaid invoices", "Invoice where isPaid == FALSE"),
    ("all invoices except paid", "Invoice where isPaid == TRUE".replacing("TRUE", with: "FALSE")),
    ("appointments except cancelled ones", "Appointment where status != .cancelled"),
    ("appointments that are not cancelled", "Appointment where status != .cancelled"),
    ("patients in Berlin", #"Patient where town ==[c] "Berlin""#), ("smokers in Berlin", #"Patient where smoker == TRUE AND town ==[c] "Berlin""#),
    ("patients not in Berlin", #"Patient where NOT (town ==[c] "Berlin")"#),
    ("patients outside Berlin", #"Patient where NOT (town ==[c] "Berlin")"#),
    ("patients in either Berlin or Paris", #"Patient where town IN[c] {"Berlin", "Paris"}"#),
    ("patients in Berlin, Rome or Paris", #"Patient where town IN[c] {"Berlin", "Rome", "Paris"}"#),
    ("appointments that are done or cancelled", "Appointment where status == .done OR status == .cancelled"),
    ("appointments in Berlin", #"Appointment where patient.town ==[c] "Berlin""#),
    ("patients of Adams", #"Patient where doctor.name ==[c] "Adams""#),
    ("patients with doctor Adams", #"Patient where doctor.name ==[c] "Adams""#),
    ("doctors in cardiology", #"Doctor where specialty ==[c] "cardiology""#),
  ]

  /// Numbers and orders.
  static let orders: [(text: String, query: String)] = [
    ("appointments longer than 30 minutes", "Appointment where minutes > 30"),
    ("appointments longer than 2 hours", "Appointment where minutes > 120"),
    ("highest paid doctors", "Doctor sort salary desc"), ("most expensive invoice", "Invoice sort total desc limit 1"),
    ("heaviest patients", "Patient sort weight desc"), ("newest doctors first", "Doctor sort hired desc"),
    ("invoices per patient", "Invoice group by patient.name select patient.name, count() as count"),
    ("average total per patient", "Invoice group by patient.name select patient.name, average(total) as average"),
  ]

  @Test(arguments: dates + conditions + orders)
  func `The fix-it is the query that is meant`(text: String, query: String) throws {
    try FirstWordsTests.expectCorrection(of: text, query, Self.schema)
  }

  /// A word without a meaning has no translation rather than a wrong one.
  @Test(arguments: [
    ("doctors taller than Adams", "'taller'"), ("invoices larger than Ann", "'larger than' needs a number: total > 1000"),
    ("heaviest invoices", "'heaviest'"), ("cheap invoices", "'cheap'"), ("biggest foolish invoices", "'foolish'"), ("northernmost patients", "'northernmost'"),
    ("invoices longer than 3 kilometers", "'kilometers'"),
  ])
  func `An unknown word has no translation`(text: String, help: String) {
    let errors = FirstWordsTests.errors(of: text, Self.schema)
    #expect(errors.count == 1 && errors.first?.fixIts.isEmpty == true, "\(errors.map(\.fixIts))")
    #expect(errors.first?.help.contains { $0.contains(help) } == true, "\(errors.map(\.help))")
  }

  /// What people write for dates, numbers and truths in a query.
  @Test(arguments: [
    ("Patient where appointments > 5", "Patient where appointments.@count > 5"),
    ("Appointment where date > 2026", "Appointment where year(date) > 2026"),
    ("Appointment where date in 2026", "Appointment where year(date) == 2026"),
    ("Appointment where date = today", "Appointment where \(today)"),
    ("Appointment where date is today", "Appointment where \(today)"),
    ("Appointment where date != today", "Appointment where NOT (\(today))"),
    ("Appointment where date after 2026", "Appointment where year(date) > 2026"),
    ("Appointment where date between 2020 and 2022", "Appointment where year(date) between {2020, 2022}"),
    ("Doctor where hired > 31.01.2020", #"Doctor where hired > date("2020-01-31")"#),
    ("Patient where now() - born > 18", "Patient where now() - born > days(18)"),
    ("Appointment where status == Booked", "Appointment where status == .booked"),
    ("Patient where appointments.status == .done", "Patient where ANY appointments.status == .done"),
    (#"Doctor where patients contains "Ann""#, #"Doctor where ANY patients.name == "Ann""#),
    ("Appointment where isUrgent == urgent", "Appointment where isUrgent == TRUE"),
    ("Patient where smoker = N", "Patient where smoker = FALSE"), ("Patient where smoker = 'y'", "Patient where smoker = TRUE"),
    ("Patient where email is missing", "Patient where email == nil"), ("Patient where email == empty", #"Patient where email == """#),
    ("Appointment where (5...30).contains(minutes)", "Appointment where minutes BETWEEN {5, 30}"),
    ("Patient where smoker adn weight > 5", "Patient where smoker AND weight > 5"),
    ("Patient sort weight desending", "Patient sort weight desc"), ("Patient sort weight acending", "Patient sort weight asc"),
  ])
  func `A mistake of types has its correction`(text: String, query: String) throws {
    try FirstWordsTests.expectCorrection(of: text, query, Self.schema)
  }

  @Test(arguments: [("Patient where age > 18", "born < now() - days(6575)"), ("Doctor where onCall > 0", "onCall == TRUE")])
  func `A mistake of types says what to write`(text: String, help: String) {
    let errors = FirstWordsTests.errors(of: text, Self.schema)
    #expect(errors.count == 1 && errors.first?.help.contains { $0.contains(help) } == true, "\(errors.map(\.help))")
  }
}
