import CloudKit
import EventKit
import HealthKit
import MagicalRecord
import Photos
import XCTest

final class DeviceQueries: XCTestCase {
  func cloud(name: String, since day: Date, reference: CKRecord.Reference, place: CLLocation) {
    _ = CKQuery(recordType: "Patient", predicate: NSPredicate(format: "nickname == %@", name))  // ok
    _ = CKQuery(recordType: "Note", predicate: NSPredicate(format: "modificationDate > %@", day as NSDate))  // ok
    _ = CKQuery(recordType: "Note", predicate: NSPredicate(format: "owner == %@", reference))  // ok
    _ = CKQuery(
      recordType: "Note",
      predicate: NSPredicate(format: "distanceToLocation:fromLocation:(location, %@) < %f", place, 5.0))  // ok
    _ = CKQuery(recordType: "Note", predicate: NSPredicate(format: "self contains %@", name))  // ok
    _ = CKQuery(recordType: "Note", predicate: NSPredicate(format: "owner == %@ AND age > %d", name))  // error argument-count
    _ = CKQuerySubscription(
      recordType: "Note", predicate: NSPredicate(format: "likes > %@", 3), options: [])  // error argument-type
  }

  func health(start: Date, end: Date, bundle: String) {
    let (from, until) = (HKPredicateKeyPathStartDate, HKPredicateKeyPathEndDate)
    _ = NSPredicate(format: "%K >= %@ AND %K <= %@", from, start as NSDate, until, end as NSDate)  // ok
    _ = NSPredicate(format: "metadata.%K == %@", HKMetadataKeyWasUserEntered, NSNumber(value: false))  // ok
    _ = NSPredicate(format: "%K.%K > %@", HKPredicateKeyPathWorkout, "duration", 60)  // error argument-type
  }

  func photos(ids: [String]) {
    let options = PHFetchOptions()
    options.predicate = NSPredicate(format: "mediaType == %d", PHAssetMediaType.image.rawValue)  // ok
    options.predicate = NSPredicate(format: "mediaType == %@", PHAssetMediaType.image.rawValue)  // error argument-type
    options.predicate = NSPredicate(format: "(mediaSubtypes & %d) != 0", PHAssetMediaSubtype.photoLive.rawValue)  // ok
    options.predicate = NSPredicate(format: "localIdentifier IN %@", ids)  // ok
    options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]  // ok
  }

  func magic(name: String, number: Int) {
    _ = Patient.mr_findAll(with: NSPredicate(format: "name == %@", name))  // ok
    _ = Patient.mr_findAll(with: NSPredicate(format: "nam == %@", name))  // error unknown-property
    _ = Patient.mr_findFirst(byAttribute: "uuid", withValue: name)
    _ = Patient.mr_findAllSorted(by: "name", ascending: true, with: NSPredicate(format: "number > %d", number))  // ok
    _ = Patient.mr_countOfEntities(with: NSPredicate(format: "numbr > %d", number))  // error unknown-property
  }

  func testScreen() {
    let app = XCUIApplication()
    let name = "Weiss"
    _ = app.cells.matching(NSPredicate(format: "label CONTAINS '\(name)'")).firstMatch  // ok
    _ = app.buttons.element(matching: NSPredicate(format: "identifier == %@ AND isEnabled == true", name))  // ok
    _ = expectation(for: NSPredicate(format: "exists == 1"), evaluatedWith: app.buttons["x"])  // ok
    _ = XCTNSPredicateExpectation(predicate: NSPredicate(format: "value BEGINSWITH %@", 5), object: app)  // error argument-type
    _ = app.staticTexts.containing(NSPredicate(format: "label MATCHES %@", "a(")).count  // error invalid-regular-expression
  }
}
