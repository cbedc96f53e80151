/// Numbers that are the same in every run (SplitMix64).
struct FixedRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
    mutating func fraction() -> Double { Double(next() >> 11) / 9007199254740992 }
    mutating func chance(_ probability: Double) -> Bool { fraction() < probability }
}

/// An array of one element over and over.
func list(_ element: String, _ count: Int) -> [UInt8] {
    Array(("[" + repeatElement(element, count: count).joined(separator: ",") + "]").utf8)
}

/// Documents like those that APIs answer with, made from a fixed seed.
struct Documents {
    private var random = FixedRandom(state: 7)
    private var words: [String] = []

    init() {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        for _ in 0..<4000 {
            words.append(String((0..<3 + random.below(7)).map { _ in letters[random.below(26)] }))
        }
    }

    private mutating func sentence(_ count: Int) -> String {
        (0..<count).map { _ in words[random.below(words.count)] }.joined(separator: " ")
    }

    private mutating func item(_ id: Int) -> String {
        let tags = (0..<4).map { _ in "\"\(words[random.below(words.count)])\"" }.joined(separator: ", ")
        let price = Double(random.below(100_000)) / 100
        return """
            {"id": \(id), "name": "\(sentence(3))", "tags": [\(tags)], "price": \(price), \
            "active": \(random.chance(0.5)), "note": "\(sentence(8))"}
            """
    }

    /// An answer of exactly 1,024 bytes with four items.
    mutating func answer() -> [UInt8] {
        let items = (0..<4).map { item($0) }.joined(separator: ", ")
        let head = "{\"code\": 200, \"desc\": \"ok\", \"data\": {\"items\": [\(items)], \"pad\": \""
        let pad = String(repeating: "x", count: max(0, 1024 - head.utf8.count - 3))
        return Array((head + pad + "\"}}").utf8)
    }

    /// About 1 MB of items.
    mutating func items() -> [UInt8] {
        let items = (0..<5380).map { item($0) }.joined(separator: ", ")
        return Array("{\"items\": [\(items)]}".utf8)
    }

    /// Short messages with many fields, escapes and text beyond ASCII, of which a model reads some.
    mutating func messages() -> [UInt8] {
        let statuses = (0..<220).map { _ in message() }.joined(separator: ",\n    ")
        let metadata = "{\"completed_in\": 0.087, \"count\": 220, \"since_id\": 0, \"query\": \"%E4%B8%80\"}"
        return Array("{\n  \"statuses\": [\n    \(statuses)\n  ],\n  \"search_metadata\": \(metadata)\n}\n".utf8)
    }

    private mutating func message() -> String {
        let id = 505_874_924_095_815_681 + random.below(1_000_000_000)
        let japanese = Array("一二三日本語のテキストを書いて名前は田中です今日もいい天気ですね私たち")
        let text = String((0..<60).map { _ in japanese[random.below(japanese.count)] })
        let tags = (0..<random.below(3)).map { _ in
            "{\"text\": \"\(words[random.below(words.count)])\", \"indices\": [3, 19]}"
        }
        return """
            {
                  "metadata": { "result_type": "recent", "iso_language_code": "ja" },
                  "created_at": "Sun Aug 31 00:29:15 +0000 2014",
                  "id": \(id),
                  "id_str": "\(id)",
                  "text": "@\(words[random.below(words.count)]) \(text)\\n\\u2026 http:\\/\\/t.co\\/\(words[random.below(words.count)])",
                  "source": "<a href=\\"http:\\/\\/example.com\\" rel=\\"nofollow\\">client<\\/a>",
                  "truncated": false,
                  "in_reply_to_status_id": null,
                  "in_reply_to_user_id": \(random.below(1_000_000_000)),
                  "user": \(user()),
                  "geo": null,
                  "coordinates": null,
                  "retweet_count": \(random.below(100)),
                  "favorite_count": \(random.below(100)),
                  "entities": { "hashtags": [\(tags.joined(separator: ", "))], "symbols": [], "urls": [] },
                  "favorited": \(random.chance(0.1)),
                  "retweeted": false,
                  "lang": "ja"
                }
            """
    }

    private mutating func user() -> String {
        let id = random.below(2_000_000_000)
        return """
            {
                    "id": \(id),
                    "id_str": "\(id)",
                    "name": "\(sentence(2))",
                    "screen_name": "\(words[random.below(words.count)])",
                    "location": "",
                    "description": "田中 \(sentence(12))",
                    "url": null,
                    "protected": false,
                    "followers_count": \(random.below(10_000)),
                    "friends_count": \(random.below(10_000)),
                    "created_at": "Mon Apr 16 16:38:09 +0000 2012",
                    "verified": \(random.chance(0.02)),
                    "statuses_count": \(random.below(100_000)),
                    "profile_background_color": "C0DEED",
                    "profile_image_url": "http:\\/\\/example.com\\/\(words[random.below(words.count)]).jpeg",
                    "following": false
                  }
            """
    }

    /// A pretty-printed catalogue: dictionaries with numbers for keys, many small integers, much white space.
    mutating func catalogue() -> [UInt8] {
        var text = "{\n    \"areaNames\": {\n"
        text += (0..<120).map { "        \"\(205_705_000 + $0)\": \"\(words[$0])\"" }.joined(separator: ",\n")
        text += "\n    },\n    \"events\": {\n"
        text += (0..<250).map { index in
            let id = 138_586_000 + index
            return """
                        "\(id)": {
                            "description": null,
                            "id": \(id),
                            "logo": "/images/\(words[random.below(words.count)])",
                            "name": "\(sentence(4))",
                            "subTopicIds": [
                                \(337_184_262 + random.below(50)),
                                \(337_184_283 + random.below(50))
                            ],
                            "topicIds": [
                                \(324_846_099 + random.below(50))
                            ]
                        }
                """
        }.joined(separator: ",\n")
        text += "\n    },\n    \"performances\": [\n"
        text += (0..<800).map { _ in performance() }.joined(separator: ",\n")
        return Array((text + "\n    ]\n}\n").utf8)
    }

    private mutating func performance() -> String {
        let prices = (0..<3).map { _ in
            """
                            {
                                "amount": \(random.below(90_000)),
                                "audienceSubCategoryId": 337100890,
                                "seatCategoryId": \(338_937_235 + random.below(100))
                            }
            """
        }
        return """
                    {
                        "eventId": \(138_586_000 + random.below(250)),
                        "id": \(339_887_000 + random.below(10_000)),
                        "logo": null,
                        "prices": [
            \(prices.joined(separator: ",\n"))
                        ],
                        "start": \(1_372_701_600_000 + random.below(100_000_000)),
                        "venueCode": "PLEYEL_PLEYEL"
                    }
            """
    }

    /// Outlines of countries: hardly anything but numbers of seventeen digits.
    mutating func outlines() -> [UInt8] {
        let rings = (0..<480).map { _ in
            let points = (0..<100).map { _ in
                "[\(-random.fraction() * 140),\(40 + random.fraction() * 43)]"
            }
            return "[\(points.joined(separator: ","))]"
        }
        return Array(
            """
            {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Canada"},\
            "geometry":{"type":"Polygon","coordinates":[\(rings.joined(separator: ",\n"))]}}]}
            """.utf8
        )
    }
}
