#import "ImportController.h"
#import <MagicalRecord/MagicalRecord.h>

@interface ImportController ()
@property (nonatomic, strong) NSManagedObjectContext *context;
@property (nonatomic, assign) NSUInteger batchSize;
@end

@implementation ImportController

- (Episode *)episodeWithGUID:(NSString *)guid podcast:(Podcast *)podcast {
  NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Episode"];
  request.predicate = [NSPredicate predicateWithFormat:@"guid == %@ AND podcast == %@", guid, podcast]; // ok
  request.fetchBatchSize = self.batchSize;
  request.sortDescriptors = @[[NSSortDescriptor sortDescriptorWithKey:@"publishd" ascending:NO]]; // error unknown-property
  return [[self.context executeFetchRequest:request error:nil] firstObject];
}

- (NSArray<Episode *> *)episodesPlayedAtLeast:(NSUInteger)count state:(NSNumber *)state {
  NSPredicate *plays = [NSPredicate predicateWithFormat:@"playCount >= %@", count]; // error argument-type
  NSPredicate *played = [NSPredicate predicateWithFormat:@"playCount >= %lu", (unsigned long)count]; // ok
  NSPredicate *stated = [NSPredicate predicateWithFormat:@"stateRaw == %@", state]; // ok
  NSPredicate *wrong = [NSPredicate predicateWithFormat:@"stateRaw == %d", state]; // error argument-type
  return [Episode MR_findAllSortedBy:@"published" ascending:NO
    withPredicate:[NSCompoundPredicate andPredicateWithSubpredicates:@[plays, played, stated, wrong]]];
}

- (void)removeOrphans {
  NSPredicate *orphans = [NSPredicate predicateWithFormat:@"podcast == nil AND chapters.@count == 0"]; // ok
  [Episode MR_deleteAllMatchingPredicate:orphans];
  [Podcast MR_findAllWithPredicate:[NSPredicate predicateWithFormat:@"subscribd == YES"]]; // error unknown-property
  Podcast *first = [Podcast MR_findFirstWithPredicate:[NSPredicate predicateWithFormat:@"title ==[cd] %@", @"News"]]; // ok
  NSLog(@"%@", first);
}

- (NSFetchedResultsController *)controller {
  NSFetchRequest *request = [[NSFetchRequest alloc] init];
  request.entity = [NSEntityDescription entityForName:@"Podcast" inManagedObjectContext:self.context];
  [request setPredicate:[NSPredicate predicateWithFormat:@"subscribed = 1 AND lastUpdated != nil"]]; // ok
  [request setPredicate:[NSPredicate predicateWithFormat:@"subscribed = 1 AND lastUpdate != nil"]]; // error unknown-property
  [request setSortDescriptors:@[[[NSSortDescriptor alloc] initWithKey:@"title" ascending:YES // ok
    selector:@selector(localizedCaseInsensitiveCompare:)]]];
  return [[NSFetchedResultsController alloc] initWithFetchRequest:request managedObjectContext:self.context
    sectionNameKeyPath:nil cacheName:@"Podcasts"];
}

@end
