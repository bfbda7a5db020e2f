#import <CoreData/CoreData.h>
#import "Patient.h"

static NSString *const kNumberKey = @"number";
#define SURNAME @"surname"

@implementation PatientStore

- (NSArray *)find:(NSString *)name count:(NSInteger)count flag:(BOOL)flag {
  NSFetchRequest *request = [NSFetchRequest fetchRequestWithEntityName:NSStringFromClass([Patient class])];
  request.predicate = [NSPredicate predicateWithFormat:@"name ==[cd] %@", name];  // ok
  request.predicate = [NSPredicate predicateWithFormat:@"%K == %ld", kNumberKey, (long)count];  // ok
  request.predicate = [NSPredicate predicateWithFormat:@"doctor." SURNAME @" == %@", name];  // ok
  request.predicate = [NSPredicate predicateWithFormat:@"isInsured == %@", @(flag)];  // ok
  request.predicate = [NSPredicate predicateWithFormat:@"isInsured == %@", flag];  // error argument-type
  request.predicate = [NSPredicate predicateWithFormat:@"number == %@", count];  // error argument-type
  request.predicate = [NSPredicate predicateWithFormat:@"number == %d", @5];  // error argument-type
  [request setPredicate:[NSPredicate predicateWithFormat:@"nane == %@", name]];  // error unknown-property
  [request setSortDescriptors:@[ [NSSortDescriptor sortDescriptorWithKey:@"borne" ascending:YES] ]];  // error unknown-property
  request.sortDescriptors = @[ [[NSSortDescriptor alloc] initWithKey:NSStringFromSelector(@selector(born)) ascending:NO] ];  // ok
  request.propertiesToFetch = @[ @"name", @"numbre" ];  // error unknown-property
  return [self.context executeFetchRequest:request error:NULL];
}

- (Patient *)magic:(NSString *)name {
  [Patient MR_findAllWithPredicate:[NSPredicate predicateWithFormat:@"weight > %f", 2.0]];  // ok
  [Patient MR_findAllWithPredicate:[NSPredicate predicateWithFormat:@"wieght > %f", 2.0]];  // error unknown-property
  return [Patient MR_findFirstByAttribute:@"name" withValue:name];
}

@end
