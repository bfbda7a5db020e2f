#import <CoreData/CoreData.h>

static NSString *const TreeHeightKey = @"heigth";

@implementation HarvestController

- (NSFetchedResultsController *)resultsInContext:(NSManagedObjectContext *)context {
  NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:@"Tree"];
  request.predicate = [NSPredicate predicateWithFormat:@"%K >= %d AND "
                                                       @"isGrafted == YES", TreeHeightKey, 3];
  request.sortDescriptors = @[ [NSSortDescriptor sortDescriptorWithKey:@"variety" ascending:YES] ];
  return [[NSFetchedResultsController alloc] initWithFetchRequest:request
                                             managedObjectContext:context
                                               sectionNameKeyPath:@"orchard.name"
                                                        cacheName:nil];
}

- (NSArray *)orchards:(NSArray *)names context:(NSManagedObjectContext *)context {
  NSFetchRequest *request = [[NSFetchRequest alloc] init];
  [request setEntity:[NSEntityDescription entityForName:@"Orchard" inManagedObjectContext:context]];
  [request setPredicate:[NSPredicate predicateWithFormat:@"name IN %@ AND trees.@count > %ld", names, 2L]];
  return [context executeFetchRequest:request error:nil];
}

@end
