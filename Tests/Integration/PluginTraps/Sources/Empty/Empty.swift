/// Always true; a declaration for a target that uses the plugin and has no `.cdq` file yet.
public let isEmpty = true
