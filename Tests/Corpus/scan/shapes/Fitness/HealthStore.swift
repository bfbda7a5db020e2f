import HealthKit
import Photos
import CoreSpotlight

struct Filter {
  var minimum: Double
  var isManual: Bool
  var source: HKSource
}

final class HealthStore {
  func workouts(_ filter: Filter, from start: Date, to end: Date) {
    let byType = NSPredicate(format: "%K == %d", HKPredicateKeyPathWorkoutType, HKWorkoutActivityType.cycling.rawValue) // ok
    let byDate = HKQuery.predicateForSamples(withStart: start, end: end, options: .strictStartDate)
    let byUser = NSPredicate(format: "metadata.%K != YES", HKMetadataKeyWasUserEntered) // ok
    let byFlag = NSPredicate(format: "metadata.%K == %@", HKMetadataKeyWasUserEntered, filter.isManual) // error argument-type
    let byAmount = NSPredicate(format: "%K >= %@", HKPredicateKeyPathQuantity, filter.minimum) // error argument-type
    let byLength = NSPredicate(format: "%K >= %lf", HKPredicateKeyPathWorkoutDuration, filter.minimum) // ok
    let bySource = NSPredicate(format: "%K IN %@", HKPredicateKeyPathSource, [filter.source]) // ok
    let missing = NSPredicate(format: "%K >= %@ AND %K <= %@", HKPredicateKeyPathStartDate, start as NSDate, HKPredicateKeyPathEndDate) // error argument-count
    _ = [byType, byDate, byUser, byFlag, byAmount, byLength, bySource, missing]
  }

  func photos(after date: Date, limit: Int, album: String) -> PHFetchResult<PHAsset> {
    let options = PHFetchOptions()
    options.fetchLimit = limit
    options.predicate = NSPredicate(format: "creationDate > %@ AND mediaType == %d", date as NSDate, PHAssetMediaType.image.rawValue) // ok
    options.predicate = NSPredicate(format: "mediaType == %@", PHAssetMediaType.image.rawValue) // error argument-type
    options.predicate = NSPredicate(format: "mediaType == %d AND creationDate > %@", PHAssetMediaType.video.rawValue, date as NSDate) // ok
    options.predicate = NSPredicate(format: "pixelWidth > %d AND pixelHeight > %d", limit, limit) // ok
    options.predicate = NSPredicate(format: "(mediaSubtypes & %d) != 0 AND title = '\(album)'", PHAssetMediaSubtype.photoHDR.rawValue) // error predicate-injection
    options.sortDescriptors = [NSSortDescriptor(key: "modificationDate", ascending: false)] // ok
    return PHAsset.fetchAssets(with: options)
  }

  func cloud(zone: CKRecordZone.ID, owner: CKRecord.Reference, name: String?) -> CKQuery {
    _ = CKQuery(recordType: "Run", predicate: NSPredicate(format: "owner == %@", owner)) // ok
    _ = CKQuery(recordType: "Run", predicate: NSPredicate(format: "distance > %f AND owner IN %@", 5.0, [owner])) // ok
    _ = CKQuery(recordType: "Run", predicate: NSPredicate(format: "name == %@", name)) // error argument-type
    return CKQuery(recordType: "Run", predicate: NSPredicate(format: "name == %@ AND", name ?? "")) // error expected-value
  }
}
