import FuzzDriver
import Glibc
import WireLaws

// SAFETY: the argument vector outlives the call.
exit(unsafe fuzz_main(CommandLine.argc, CommandLine.unsafeArgv, law_inflate))
