// Foundation's network types, named here and in no other file. Re-exported, because whoever imports APIService writes
// `URLRequest` and `HTTPURLResponse` and should not have to know in which module they live on Linux.
@_exported public import FoundationNetworking
