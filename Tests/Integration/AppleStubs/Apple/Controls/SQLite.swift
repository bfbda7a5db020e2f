// compiles:
// error: cannot find 'sqlite3_no_such_function' in scope
// A function of SQLite that there is not; the module is there.
import SQLite3

let functions = (sqlite3_libversion_number(), sqlite3_no_such_function())
