/// A value on its way to become pairs.
final class FormNode {
    enum Content {
        case nothing
        case null
        case bool(Bool)
        case text(String)
        case array([FormNode])
        case object([String: FormNode])
    }

    var content = Content.nothing

    /// A new member; one of that name is replaced.
    func member(_ name: String) -> FormNode {
        let node = FormNode()
        guard case .object(var members) = content else {
            content = .object([name: node])
            return node
        }
        // Given away, so that it is changed where it is.
        content = .nothing
        members[name] = node
        content = .object(members)
        return node
    }

    /// A new element at the end.
    func element() -> FormNode {
        let node = FormNode()
        guard case .array(var nodes) = content else {
            content = .array([node])
            return node
        }
        content = .nothing
        nodes.append(node)
        content = .array(nodes)
        return node
    }

    var elementCount: Int {
        if case .array(let nodes) = content { nodes.count } else { 0 }
    }
}
