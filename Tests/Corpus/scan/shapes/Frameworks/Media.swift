import AVFoundation
import CloudKit
import EventKit
import HealthKit
import Intents
import OSLog
import Photos

struct Log { var level: Int; var name: String; var seen: Bool }
func media(text: String, day: Date, level: Int, steps: Double, zone: CKRecordZone.ID, uuid: UUID, log: Log,
  logs: [Log], store: OSLogStore, set: Set<String>) {
  _ = try? store.getEntries(matching: NSPredicate(format: "subsystem == %@ AND category IN %@", text, ["a", "b"])) // ok
  _ = try? store.getEntries(matching: NSPredicate(format: "process == %@", level)) // error argument-type
  _ = try? store.getEntries(matching: NSPredicate(format: "subsystem == %@", text), at: nil) // ok
  _ = CKQuerySubscription(recordType: "Note",
    predicate: NSPredicate(format: "owner == %@", CKRecord.Reference(recordID: id, action: .none)), options: []) // ok
  _ = CKQuery(recordType: "Note", predicate: NSPredicate(format: "TRUEPREDICATE")) // ok
  _ = CKQuery(recordType: "Note", predicate: NSPredicate(format: "level >= %@", level as NSNumber)) // ok
  _ = CKQuery(recordType: "Note",
    predicate: NSPredicate(format: "level >= %d AND name BEGINSWITH %@", level)) // error argument-count
  _ = CKQuery(recordType: "Note", predicate: NSPredicate(format: "recordID IN %@", [zone])) // ok
  _ = CKQuery(recordType: "Note", predicate: NSPredicate(format: "seen == %@", log.seen)) // error argument-type
  _ = NSPredicate(format: "%K == NULL", HKPredicateKeyPathDateComponents) // ok
  _ = NSPredicate(format: "%K >= %f", HKPredicateKeyPathQuantity, steps) // ok
  _ = NSPredicate(format: "%K >= %d", HKPredicateKeyPathQuantity, steps) // error argument-type
  _ = NSPredicate(format: "uuid == %@", uuid as NSUUID) // ok
  _ = NSPredicate(format: "uuid == %@", uuid as CVarArg) // ok
  _ = NSPredicate(format: "uuid == %d", uuid as CVarArg) // error argument-type
  let options = PHFetchOptions()
  options.predicate = NSPredicate(format: "mediaType == %i AND duration > %f", PHAssetMediaType.video.rawValue, steps) // ok
  options.predicate = NSPredicate(format: "mediaType == %d AND !((mediaSubtypes & %d) == %d)", 1, 2, 2) // ok
  options.predicate = NSPredicate(format: "localizedTitle = %@ AND estimatedAssetCount > %d", text) // error argument-count
  options.predicate = NSPredicate(format: "pixelWidth >= 640 AND pixelHeight >= 480") // ok
  options.sortDescriptors = [NSSortDescriptor(keyPath: \PHAsset.creationDate, ascending: false)] // ok
  options.sortDescriptors =
    [NSSortDescriptor(key: "modificationDate", ascending: true), NSSortDescriptor(key: "duration", ascending: true)] // ok
  let email = NSPredicate(format: "SELF MATCHES %@", "[A-Z0-9a-z._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,64}") // ok
  let broken = NSPredicate(format: "SELF MATCHES %@", "[A-Z0-9a-z._%+-+@[A-Za-z") // error invalid-regular-expression
  let raw = NSPredicate(format: "SELF MATCHES %@", #"^\d{3}-\d{4}$"#) // ok
  let group = NSPredicate(format: "SELF MATCHES[c] %@", "(abc|def") // error invalid-regular-expression
  let phone = NSPredicate(format: "SELF MATCHES '^[0-9+]{0,1}+[0-9]{5,16}$'") // ok
  let sized = NSPredicate(format: "SELF.count > 5") // ok
  let index = NSPredicate(format: "SELF[0] == 'a'") // ok
  let many = NSPredicate(format: "ANY SELF IN %@", set) // ok
  let never = NSPredicate(format: "FALSEPREDICATE OR name == 'it''s'") // error adjacent-strings
  let quoted = NSPredicate(format: #"name == "it's" AND note == 'say "x"'"#) // ok
  let escaped = NSPredicate(format: "name == 'it\\'s'") // ok
  let bits = NSPredicate(format: "(flags & 4) == 4 OR (flags | 1) == 7") // ok
  let cast = NSPredicate(format: "CAST(price, 'NSNumber') > 5") // ok
  let ternary = NSPredicate(format: "TERNARY(a > b, a, b) > 5") // ok
  let percent = NSPredicate(format: "name LIKE '50%%'") // ok
  let key = NSPredicate(format: "#size > 5 AND #first = 1") // ok
  let nested = NSPredicate(format: "NOT (NOT (a == 1)) AND (((b == 2)))") // ok
  let symbols = NSPredicate(format: "a <> 1 && b =< 5 && c => 6 || !(d == 7)") // ok
  let function = NSPredicate(format: "uppercase:(name) == 'A' AND abs:(x) > 1") // ok
  let now = NSPredicate(format: "date < now()") // ok
  let list = NSPredicate(format: "name IN {'a', 'b'} AND NOT name IN {}") // ok
}
