import APIWire

var driver = Driver()
CurrentProcess.exit(driver.run(Array(Environment.arguments.dropFirst())))
