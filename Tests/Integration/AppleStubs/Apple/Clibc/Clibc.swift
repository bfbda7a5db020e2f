// What the modules of the Linux toolchain import under the name `Clibc` and re-export: the C library.
@_exported public import Darwin
