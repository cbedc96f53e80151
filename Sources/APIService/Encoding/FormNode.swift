/// A value on its way to become pairs.
final class FormNode {
    enum Content {
        case nothing
        case null
        case bool(Bool)
        case text(String)
        case array([FormNode])
        case object([(name: String, node: FormNode)])
    }

    var content = Content.nothing

    /// A new member; one of that name is replaced.
    func member(_ name: String) -> FormNode {
        var members: [(name: String, node: FormNode)] = []
        if case .object(let present) = content { members = present.filter { $0.name != name } }
        let node = FormNode()
        members.append((name, node))
        content = .object(members)
        return node
    }

    /// A new element at the end.
    func element() -> FormNode {
        let node = FormNode()
        if case .array(let present) = content { content = .array(present + [node]) } else { content = .array([node]) }
        return node
    }

    var elementCount: Int {
        if case .array(let nodes) = content { nodes.count } else { 0 }
    }
}
