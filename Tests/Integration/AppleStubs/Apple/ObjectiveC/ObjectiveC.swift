// The module that says whether there are classes of Objective-C. The stubs have all that is used of them.
@_exported public import Darwin
