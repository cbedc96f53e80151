/// A `KeyedDecodingContainer` to be used again when nobody else has it any more.
///
/// The standard library wraps each decoder's container in an object of its own; making that, and looking up its
/// generic type, costs more than all else at a small object's container. Whoever keeps the object can tell when it is
/// free.
@safe @usableFromInline package class LentContainer {
    /// The container's own object.
    ///
    /// In memory of its own: to ask whether it has one owner counts as a change, and of a property it would be checked
    /// each time that nothing else is using it.
    fileprivate let box: UnsafeMutablePointer<AnyObject>

    fileprivate init(_ object: AnyObject) {
        unsafe box = .allocate(capacity: 1)
        unsafe box.initialize(to: object)
    }

    deinit {
        unsafe box.deinitialize(count: 1)
        unsafe box.deallocate()
    }

    /// Whether nobody has the container.
    package final var isIdle: Bool { unsafe isKnownUniquelyReferenced(&box.pointee) }

    /// Keeps `container`.
    ///
    /// - Precondition: `canKeep` has answered true.
    package static func keeping<Key>(_ container: KeyedDecodingContainer<Key>) -> LentContainer {
        TypedLentContainer(container)
    }

    /// The container, once more.
    ///
    /// - Precondition: What `keeping` was given has the same type of keys.
    @inline(__always) @inlinable package final func lend<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        unsafe unsafeDowncast(self, to: TypedLentContainer<KeyedDecodingContainer<Key>>.self).container()
    }

    /// Whether containers are still what they are known to be: one reference and nothing else.
    package static func canKeep<Key>(_ probe: KeyedDecodingContainer<Key>) -> Bool {
        let children = Array(Mirror(reflecting: probe).children)
        guard MemoryLayout<KeyedDecodingContainer<Key>>.size == MemoryLayout<AnyObject>.size, children.count == 1,
            type(of: children[0].value) is any AnyObject.Type
        else { return false }
        let object = children[0].value as AnyObject
        return unsafe unsafeBitCast(probe, to: UInt.self) == UInt(bitPattern: ObjectIdentifier(object))
    }
}

/// Knows the container's whole type from its own, so that lending needs no look-up.
@usableFromInline final class TypedLentContainer<Container>: LentContainer {
    init(_ container: Container) {
        super.init(unsafe unsafeBitCast(container, to: AnyObject.self))
    }

    @inline(never) @usableFromInline func container() -> Container {
        unsafe unsafeBitCast(box.pointee, to: Container.self)
    }
}
