#import "Legacy.h"

typedef NS_ENUM(NSInteger, Mood) { MoodGood, MoodBad };

@interface OldSearch : NSObject
@property (nonatomic, assign) NSInteger minimum;
@property (nonatomic, copy) NSString *text;
@property (nonatomic, strong) NSNumber *number;
@property (nonatomic) BOOL isOpen;
- (NSUInteger)limit;
@end

@implementation OldSearch

- (void)literals {
  use([NSPredicate predicateWithFormat:@"age == %@", 5]); // error argument-type
  use([NSPredicate predicateWithFormat:@"age == %@", YES]); // error argument-type
  use([NSPredicate predicateWithFormat:@"name == %@", "x"]); // error argument-type
  use([NSPredicate predicateWithFormat:@"age == %d", @5]); // error argument-type
  use([NSPredicate predicateWithFormat:@"age == %d", @"5"]); // error argument-type
  use([NSPredicate predicateWithFormat:@"age == %d", @(5)]); // error argument-type
  use([NSPredicate predicateWithFormat:@"name == %s", @"x"]); // error argument-type
  use([NSPredicate predicateWithFormat:@"%K == %@", @5, @"x"]); // error argument-type
  use([NSPredicate predicateWithFormat:@"age == %d", [NSNumber numberWithInt:5]]); // error argument-type
  use([NSPredicate predicateWithFormat:@"date > %d", [NSDate date]]); // error argument-type
  use([NSPredicate predicateWithFormat:@"price < %f", 5]); // error argument-type
  use([NSPredicate predicateWithFormat:@"age == %@", @5]); // ok
  use([NSPredicate predicateWithFormat:@"age == %@", @(5)]); // ok
  use([NSPredicate predicateWithFormat:@"open == %@", @YES]); // ok
  use([NSPredicate predicateWithFormat:@"age == %d", 5]); // ok
  use([NSPredicate predicateWithFormat:@"open == %d", YES]); // ok
  use([NSPredicate predicateWithFormat:@"price < %f", 5.5]); // ok
  use([NSPredicate predicateWithFormat:@"name == %s", "x"]); // ok
  use([NSPredicate predicateWithFormat:@"name == %@", nil]); // ok
  use([NSPredicate predicateWithFormat:@"date > %@", [NSDate date]]); // ok
  use([NSPredicate predicateWithFormat:@"name IN %@", @[@"a"]]); // ok
  use([NSPredicate predicateWithFormat:@"age == %@" argumentArray:@[@5]]); // ok
  use([NSPredicate predicateWithFormat:@"open == YES AND name != nil"]); // ok
}

- (void)parametersWithCount:(NSInteger)count name:(NSString *)name number:(NSNumber *)number flag:(BOOL)flag
  mood:(Mood)mood ids:(NSArray<NSNumber *> *)ids value:(id)value {
  use([NSPredicate predicateWithFormat:@"n == %@", count]); // error argument-type
  use([NSPredicate predicateWithFormat:@"n == %@", flag]); // error argument-type
  use([NSPredicate predicateWithFormat:@"n == %d", name]); // error argument-type
  use([NSPredicate predicateWithFormat:@"n == %d", number]); // error argument-type
  use([NSPredicate predicateWithFormat:@"n == %@", mood]); // error argument-type
  use([NSPredicate predicateWithFormat:@"n == %@", ids.count]); // error argument-type
  use([NSPredicate predicateWithFormat:@"n == %@", [ids count]]); // error argument-type
  use([NSPredicate predicateWithFormat:@"n == %@", [number integerValue]]); // error argument-type
  use([NSPredicate predicateWithFormat:@"n == %@", number.boolValue]); // error argument-type
  use([NSPredicate predicateWithFormat:@"n == %@", (NSInteger)count]); // error argument-type
  use([NSPredicate predicateWithFormat:@"n == %@", self.minimum]); // error argument-type
  use([NSPredicate predicateWithFormat:@"n == %@", [self limit]]); // error argument-type
  use([NSPredicate predicateWithFormat:@"n == %d", self.text]); // error argument-type
  use([NSPredicate predicateWithFormat:@"n == %@", self.isOpen]); // error argument-type
  use([NSPredicate predicateWithFormat:@"%K == %@", number, name]); // error argument-type
  use([NSPredicate predicateWithFormat:@"n == %ld", (long)count]); // ok
  use([NSPredicate predicateWithFormat:@"n == %d", flag]); // ok
  use([NSPredicate predicateWithFormat:@"n == %@", @(count)]); // ok
  use([NSPredicate predicateWithFormat:@"n == %@", @(flag)]); // ok
  use([NSPredicate predicateWithFormat:@"n == %@", name]); // ok
  use([NSPredicate predicateWithFormat:@"n == %@", number]); // ok
  use([NSPredicate predicateWithFormat:@"n == %d", [number intValue]]); // ok
  use([NSPredicate predicateWithFormat:@"n == %d", mood]); // ok
  use([NSPredicate predicateWithFormat:@"n IN %@", ids]); // ok
  use([NSPredicate predicateWithFormat:@"n == %@", value]); // ok
  use([NSPredicate predicateWithFormat:@"n == %d", [value intValue]]); // ok
  use([NSPredicate predicateWithFormat:@"n == %@", self.text]); // ok
  use([NSPredicate predicateWithFormat:@"n == %@", self.number]); // ok
  use([NSPredicate predicateWithFormat:@"n == %ld", self.minimum]); // ok
  use([NSPredicate predicateWithFormat:@"%K == %@", name, value]); // ok
  use([NSPredicate predicateWithFormat:@"%K == %@", NSStringFromSelector(@selector(text)), name]); // ok
  NSInteger local = 5;
  NSString *word = @"x";
  int small = 3;
  use([NSPredicate predicateWithFormat:@"n == %@", local]); // error argument-type
  use([NSPredicate predicateWithFormat:@"n == %@", small]); // error argument-type
  use([NSPredicate predicateWithFormat:@"n == %d", word]); // error argument-type
  use([NSPredicate predicateWithFormat:@"n == %ld", local]); // ok
  use([NSPredicate predicateWithFormat:@"n == %@", word]); // ok
  for (NSString *each in ids) { use([NSPredicate predicateWithFormat:@"n == %@", each]); } // ok
  for (NSNumber *each in ids) { use([NSPredicate predicateWithFormat:@"n == %d", each]); } // error argument-type
}

@end
