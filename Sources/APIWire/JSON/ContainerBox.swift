/// The object inside a `KeyedDecodingContainer`.
///
/// The standard library wraps each decoder's container in an object of its own; making that, and looking up its
/// generic type, costs more than all else at a small object's container. Whoever keeps the object can tell when
/// nobody else does any more, and use it again.
package enum ContainerBox {
    /// Whether containers are still what they are known to be: one reference and nothing else.
    package static func isKnown<Key>(by probe: KeyedDecodingContainer<Key>) -> Bool {
        let children = Array(Mirror(reflecting: probe).children)
        guard MemoryLayout<KeyedDecodingContainer<Key>>.size == MemoryLayout<AnyObject>.size, children.count == 1,
            type(of: children[0].value) is any AnyObject.Type
        else { return false }
        let object = children[0].value as AnyObject
        return unsafe unsafeBitCast(probe, to: UInt.self) == UInt(bitPattern: ObjectIdentifier(object))
    }

    /// The object in `container`.
    ///
    /// - Precondition: `isKnown` has answered true.
    @inlinable package static func box<Key>(in container: KeyedDecodingContainer<Key>) -> AnyObject {
        unsafe unsafeBitCast(container, to: AnyObject.self)
    }

    /// A container around `box`.
    ///
    /// - Precondition: The box came out of a container for the same type of keys.
    @inlinable package static func container<Key>(
        around box: AnyObject,
        keyedBy type: Key.Type
    ) -> KeyedDecodingContainer<Key> {
        unsafe unsafeBitCast(box, to: KeyedDecodingContainer<Key>.self)
    }
}
