import APIWire

var driver = Driver()
Process.exit(driver.run(Environment.arguments))
