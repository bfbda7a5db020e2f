#import <CoreData/CoreData.h>
#define kTitleKey @"title"
#define kWrongKey @"titel"
static NSString *const ItemCountKey = @"count";
@interface Tag : NSManagedObject
@end
@implementation Tag
@dynamic label, color;
@end
@interface Item (Helpers)
@property (nonatomic, readonly) NSString *nickname;
@end

@implementation Legacy
- (void)fetch:(NSString *)text count:(NSInteger)count {
  NSFetchRequest *r = [NSFetchRequest fetchRequestWithEntityName:@"Item"];
  r.predicate = [NSPredicate predicateWithFormat:@"titel == %@", text]; // error unknown-property
  r.predicate = [NSPredicate predicateWithFormat:@"title == %@", text]; // ok
  r.predicate = [NSPredicate predicateWithFormat:@"nickname == %@", text]; // ok
  r.predicate = [NSPredicate predicateWithFormat:@"%K == %@", kTitleKey, text]; // ok
  r.predicate = [NSPredicate predicateWithFormat:@"%K == %@", kWrongKey, text]; // error unknown-property
  r.predicate = [NSPredicate predicateWithFormat:@"%K > %d", ItemCountKey, count]; // ok
  r.predicate = [NSPredicate predicateWithFormat:@"%K > %@", ItemCountKey, count]; // error argument-type
  r.predicate = [NSPredicate predicateWithFormat:@"%K == %@", NSStringFromSelector(@selector(title)), text]; // ok
  r.predicate = [NSPredicate predicateWithFormat:@"%K == %@", @"titel", text]; // error unknown-property
  [r setPredicate:[NSPredicate predicateWithFormat:@"cuont > 5"]]; // error unknown-property
  [r setPredicate:[NSPredicate predicateWithFormat:@"(count > 5) && (isSold = NO)"]]; // ok
  [r setSortDescriptors:@[[NSSortDescriptor sortDescriptorWithKey:@"titel" ascending:YES]]]; // error unknown-property
  [r setSortDescriptors:[NSArray arrayWithObject:[[NSSortDescriptor alloc] initWithKey:@"title" ascending:YES]]]; // ok
  [r setPropertiesToFetch:@[@"titel"]]; // error unknown-property
  [r setPropertiesToFetch:@[@"title"]]; // ok
  NSFetchRequest *t = [NSFetchRequest fetchRequestWithEntityName:@"Tag"];
  t.predicate = [NSPredicate predicateWithFormat:@"color == %@", text]; // ok
  t.predicate = [NSPredicate predicateWithFormat:@"colour == %@", text]; // error unknown-property
  t.predicate = [NSPredicate predicateWithFormat:@"label == %@"]; // error argument-count
  [Item MR_findAllWithPredicate:[NSPredicate predicateWithFormat:@"titel == %@", text]]; // error unknown-property
  [Item MR_findAllWithPredicate:[NSPredicate predicateWithFormat:@"title == %@", text]]; // ok
  [Item MR_findAllSortedBy:@"title" ascending:YES withPredicate:[NSPredicate predicateWithFormat:@"count > 5"]]; // ok
  [Item MR_findFirstWithPredicate:[NSPredicate predicateWithFormat:@"identifier == %@", text] inContext:c]; // ok
  [Item MR_countOfEntitiesWithPredicate:[NSPredicate predicateWithFormat:@"maker.name BEGINSWITH[c] %@", text]]; // ok
  [array filterUsingPredicate:[NSPredicate predicateWithFormat:@"anything == %@", text]]; // ok
  [array filteredArrayUsingPredicate:[NSPredicate predicateWithFormat:@"SELF.length > 5"]]; // ok
  [array valueForKeyPath:@"@max.count"]; // ok
  NSPredicate *p = [NSCompoundPredicate
    andPredicateWithSubpredicates:@[[NSPredicate predicateWithFormat:@"lable != nil"]]]; // error unknown-property
  t.predicate = p;
  r.predicate = [NSPredicate predicateWithFormat:[NSString stringWithFormat:@"title == '%@'", text]]; // error predicate-injection
  r.predicate = [NSPredicate predicateWithFormat:[NSString stringWithFormat:@"count == %ld", (long)count]]; // ok
}
@end
