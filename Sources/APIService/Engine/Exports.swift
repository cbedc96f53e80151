// Whoever imports APIService sees one module. That it is divided is for the compiler, which builds the core beside the
// engine, and for us, who thereby know that nothing in the core depends on the engine. The core exports the values.
@_exported public import APIServiceCore
