// A target needs at least one Swift file.
enum Placeholder {}
