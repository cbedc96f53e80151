import APIWire

Process.exit(Command.run(Environment.arguments))
