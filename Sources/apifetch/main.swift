import APIWire

CurrentProcess.exit(Command.run(Array(Environment.exactArguments.dropFirst())))
