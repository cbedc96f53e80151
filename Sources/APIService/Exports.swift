// What of the core needs neither APIJSON nor APIWire is a module of its own, which is compiled while they are. To the
// core, and to whoever imports it, the two are one.
@_exported public import APIServiceValues
