import APIWire

CurrentProcess.exit(Command.run(Array(Environment.arguments.dropFirst())))
