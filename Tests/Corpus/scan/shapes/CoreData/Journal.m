#import <CoreData/CoreData.h>
#import <MagicalRecord/MagicalRecord.h>

@interface Entry : NSObject
@property (nonatomic, copy) NSString *word;
@property (nonatomic) NSInteger rank;
@property (nonatomic, strong) NSNumber *weight;
@property (nonatomic) BOOL done;
@property (nonatomic, strong) NSDate *day;
@end

@implementation Entry
- (NSArray *)items:(NSManagedObjectContext *)moc limit:(NSUInteger)limit names:(NSArray<NSString *> *)names {
  NSFetchRequest *request = [[NSFetchRequest alloc] initWithEntityName:@"Item"];
  [request setPredicate:[NSPredicate predicateWithFormat:@"title IN %@", names]]; // ok
  [request setPredicate:[NSPredicate predicateWithFormat:@"title == %@", self.word]]; // ok
  [request setPredicate:[NSPredicate predicateWithFormat:@"count == %@", self.weight]]; // ok
  [request setPredicate:[NSPredicate predicateWithFormat:@"count == %@", @(self.rank)]]; // ok
  [request setPredicate:[NSPredicate predicateWithFormat:@"count == %@", self.rank]]; // error argument-type
  [request setPredicate:[NSPredicate predicateWithFormat:@"count == %d", self.weight]]; // error argument-type
  [request setPredicate:[NSPredicate predicateWithFormat:@"isSold == %@", self.done]]; // error argument-type
  [request setPredicate:[NSPredicate predicateWithFormat:@"isSold == %@", @YES]]; // ok
  [request setPredicate:[NSPredicate predicateWithFormat:@"isSold == %d", self.done]]; // ok
  [request setPredicate:[NSPredicate predicateWithFormat:@"count > %lu", (unsigned long)limit]]; // ok
  [request setPredicate:[NSPredicate predicateWithFormat:@"count > %@", limit]]; // error argument-type
  [request setPredicate:
    [NSPredicate predicateWithFormat:@"createdAt >= %@ AND createdAt <= %@", self.day]]; // error argument-count
  [request setPredicate:[NSPredicate predicateWithFormat:@"createdAt >= %@ AND createdAt <= %@", self.day, [NSDate date]]]; // ok
  [request setPredicate:
    [NSPredicate predicateWithFormat:@"maker.name like[cd] %@", [NSString stringWithFormat:@"*%@*", self.word]]]; // ok
  [request setPredicate:[NSPredicate predicateWithFormat:@"maker.nmae like[cd] %@", self.word]]; // error unknown-property
  [request setPredicate:[NSPredicate predicateWithFormat:@"ANY tags.label == %@", self.word]]; // ok
  [request setPredicate:[NSPredicate predicateWithFormat:@"tags.label == %@", self.word]]; // error to-many-without-quantifier
  [request setPredicate:[NSPredicate predicateWithFormat:@"title == %@ && (count > 5", self.word]]; // error unclosed-bracket
  [request setPredicate:[NSPredicate predicateWithFormat:@"title " "!= nil"]]; // ok
  request.predicate = [NSPredicate predicateWithFormat:@"%K BEGINSWITH %@" argumentArray:@[@"title", self.word]]; // ok
  request.predicate = [NSPredicate predicateWithFormat:@"%K BEGINSWITH %@" argumentArray:@[@"title"]]; // error argument-count
  request.sortDescriptors = @[[NSSortDescriptor sortDescriptorWithKey:@"count" ascending:NO selector:@selector(compare:)]]; // ok
  request.sortDescriptors = @[[[NSSortDescriptor alloc] initWithKey:@"cuont" ascending:NO]]; // error unknown-property
  [Item MR_findFirstByAttribute:@"title" withValue:self.word];
  [Tag MR_deleteAllMatchingPredicate:[NSPredicate predicateWithFormat:@"label == %@", self.word]]; // ok
  [Tag MR_deleteAllMatchingPredicate:[NSPredicate predicateWithFormat:@"lable == %@", self.word]]; // error unknown-property
  [Tag MR_fetchAllSortedBy:@"label" ascending:YES
    withPredicate:[NSPredicate predicateWithFormat:@"lbael != nil"] groupBy:nil delegate:self]; // error unknown-property
  NSPredicate *template = [NSPredicate predicateWithFormat:@"title == $TITLE"]; // ok
  request.predicate = [template predicateWithSubstitutionVariables:@{@"TITLE": self.word}];
  return [[moc executeFetchRequest:request error:nil]
    filteredArrayUsingPredicate:[NSPredicate predicateWithFormat:@"self.nickname != nil"]]; // ok
}
@end
