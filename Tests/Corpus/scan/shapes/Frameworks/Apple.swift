import CloudKit
import HealthKit
import Photos

func apple(text: String, date: Date, location: CLLocation, radius: Double, record: CKRecord.ID, flag: Bool, ids: [String]) {
  _ = CKQuery(recordType: "Town", predicate: NSPredicate(format: "name == %@", text)) // ok
  _ = CKQuery(recordType: "Town", predicate: NSPredicate(value: true)) // ok
  _ = CKQuery(recordType: "Town",
    predicate: NSPredicate(format: "distanceToLocation:fromLocation:(place, %@) < %f", location, radius)) // ok
  _ = CKQuery(recordType: "Town", predicate: NSPredicate(format: "allTokens TOKENMATCHES[cdl] %@", text)) // ok
  _ = CKQuery(recordType: "Town", predicate: NSPredicate(format: "self contains %@", text)) // ok
  _ = CKQuery(recordType: "Town", predicate: NSPredicate(format: "recordID == %@", record)) // ok
  _ = CKQuery(recordType: "Town", predicate: NSPredicate(format: "ANY tags == %@", text)) // ok
  _ = CKQuery(recordType: "Town", predicate: NSPredicate(format: "modificationDate > %@", date as NSDate)) // ok
  _ = CKQuery(recordType: "Town", predicate: NSPredicate(format: "rank > %@", 5)) // error argument-type
  _ = CKQuery(recordType: "Town", predicate: NSPredicate(format: "%K == %@", "creatorUserRecordID", record)) // ok
  _ = HKQuery.predicateForSamples(withStart: date, end: nil)
  _ = NSPredicate(format: "%K == %d", HKPredicateKeyPathWorkoutType, HKWorkoutActivityType.running.rawValue) // ok
  _ = NSPredicate(format: "%K >= %@", HKPredicateKeyPathStartDate, date as NSDate) // ok
  _ = NSPredicate(format: "%K > %@", HKPredicateKeyPathDuration, radius) // error argument-type
  _ = NSPredicate(format: "metadata.%K != YES", HKMetadataKeyWasUserEntered) // ok
  options.predicate = NSPredicate(format: "mediaType == %d", PHAssetMediaType.image.rawValue) // ok
  let (image, video) = (PHAssetMediaType.image.rawValue, PHAssetMediaType.video.rawValue)
  options.predicate = NSPredicate(format: "mediaType = %d || mediaType = %d", image, video) // ok
  options.predicate = NSPredicate(format: "(mediaSubtypes & %d) != 0", PHAssetMediaSubtype.photoScreenshot.rawValue) // ok
  options.predicate = NSPredicate(format: "NOT ((mediaSubtype & %d) != 0)", PHAssetMediaSubtype.photoLive.rawValue) // ok
  options.predicate = NSPredicate(format: "creationDate > %@ AND isFavorite == YES", date as CVarArg) // ok
  options.predicate = NSPredicate(format: "estimatedAssetCount > 0") // ok
  options.predicate = NSPredicate(format: "title = %@", text) // ok
  options.predicate = NSPredicate(format: "localIdentifier IN %@", ids) // ok
  options.predicate = NSPredicate(format: "isFavorite == %@", flag) // error argument-type
  options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)] // ok
  metadata.predicate = NSPredicate(format: "%K LIKE '*.txt'", NSMetadataItemFSNameKey) // ok
  metadata.predicate = NSPredicate(format: "%K == %@", NSMetadataItemURLKey, text) // ok
  metadata.predicate = NSPredicate(format: "kMDItemContentTypeTree == 'public.image'") // ok
  metadata.predicate = NSPredicate(fromMetadataQueryString: "x") // ok
  _ = (ids as NSArray).filtered(using: NSPredicate(format: "SELF CONTAINS[c] %@", text)) // ok
  _ = (ids as NSArray).filtered(using: NSPredicate(format: "SELF BEGINSWITH 'a' AND SELF.length > 3")) // ok
  _ = (ids as NSArray).filtered(using: NSPredicate(format: "NOT (SELF IN %@)", ids)) // ok
  _ = NSPredicate(format: "SELF.name ==[cd] %@ OR ANY SELF.tags == %@", text, text) // ok
  _ = NSPredicate(format: "name == $NAME AND date > $DATE").withSubstitutionVariables([:]) // ok
  _ = NSPredicate(format: "CAST(%@, 'NSDate') > date", text) // ok
  _ = NSPredicate(format: "FUNCTION(name, 'length') > 3") // ok
  _ = NSPredicate(format: "list[FIRST] == 5 AND list[SIZE] > 2") // ok
  _ = NSPredicate(format: "a.@sum.b > 5 AND c.@avg.d < 3") // ok
  _ = NSPredicate { object, _ in object != nil } // ok
  let name = NSExpression(forKeyPath: "name") // ok
  _ = NSComparisonPredicate(leftExpression: name, rightExpression: e, modifier: .direct, type: .equalTo) // ok
  _ = NSExpression(format: "count + 1") // ok
  _ = NSExpression(format: "count + %@", 5) // error argument-type
}
