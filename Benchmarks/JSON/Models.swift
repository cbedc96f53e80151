struct Item: Codable {
    let id: Int
    let name: String
    let tags: [String]
    let price: Double
    let active: Bool
    let note: String
}

struct Answer: Decodable {
    struct Payload: Decodable {
        let items: [Item]
        let pad: String
    }

    let code: Int
    let desc: String
    let data: Payload
}

struct Items: Codable {
    let items: [Item]
}

struct Messages: Decodable {
    struct User: Decodable {
        let id: Int64
        let name: String
        let screen_name: String
        let description: String?
        let followers_count: Int
        let verified: Bool
    }

    struct Entities: Decodable {
        struct Hashtag: Decodable {
            let text: String
            let indices: [Int]
        }

        let hashtags: [Hashtag]
    }

    struct Message: Decodable {
        let id: Int64
        let created_at: String
        let text: String
        let user: User
        let entities: Entities
        let in_reply_to_user_id: Int64?
        let retweet_count: Int
        let favorited: Bool
        let lang: String?
    }

    let statuses: [Message]
}

struct Catalogue: Decodable {
    struct Event: Decodable {
        let id: Int
        let name: String
        let description: String?
        let logo: String?
        let subTopicIds: [Int]
        let topicIds: [Int]
    }

    struct Performance: Decodable {
        struct Price: Decodable {
            let amount: Int
            let audienceSubCategoryId: Int
            let seatCategoryId: Int
        }

        let eventId: Int
        let id: Int
        let logo: String?
        let prices: [Price]
        let start: Int64
        let venueCode: String
    }

    let areaNames: [String: String]
    let events: [String: Event]
    let performances: [Performance]
}

struct Outlines: Decodable {
    struct Feature: Decodable {
        struct Geometry: Decodable {
            let type: String
            let coordinates: [[[Double]]]
        }

        let type: String
        let properties: [String: String]
        let geometry: Geometry
    }

    let type: String
    let features: [Feature]
}

struct Point: Decodable {
    let x: Int
    let y: Int
}

/// A row of values of several kinds, of which the first is read.
struct Row: Decodable {
    let first: Int?

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        first = try? container.decode(Int.self)
    }
}
