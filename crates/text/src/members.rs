//! Members of a JSON object as they are written.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::MAX_CELLS;

/// Members of a JSON object in order, with repeated names: each name with the JSON of its value.
#[derive(Debug, Default)]
pub struct Members<'t> {
    /// The first [`MAX_CELLS`] members.
    pub members: Vec<(Cow<'t, str>, &'t str)>,
    /// `true` if there are more.
    pub is_cut: bool,
}

/// A JSON string, borrowed if it has no escapes.
#[derive(serde::Deserialize)]
struct Name<'t>(#[serde(borrow)] Cow<'t, str>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut found = Members::default();
                while found.members.len() < MAX_CELLS {
                    let Some((Name(name), value)) = map.next_entry::<Name<'de>, &'de RawValue>()? else {
                        return Ok(found);
                    };
                    found.members.push((name, value.get()));
                }
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
                    found.is_cut = true;
                }
                Ok(found)
            }
        }
        deserializer.deserialize_map(Object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_keep_order_and_repetition() {
        let found: Members<'_> =
            serde_json::from_str(r#"{"b": 1, "a\n": [2], "b": "x"}"#).expect("an object");
        let pairs: Vec<_> = found.members.iter().map(|(name, value)| (&**name, *value)).collect();
        assert_eq!(pairs, [("b", "1"), ("a\n", "[2]"), ("b", "\"x\"")]);
        assert!(!found.is_cut && serde_json::from_str::<Members<'_>>("[1]").is_err());
    }

    #[test]
    fn too_many_members_are_cut() {
        for (count, is_cut) in [(MAX_CELLS, false), (MAX_CELLS + 1, true)] {
            let members: Vec<String> = (0..count).map(|number| format!("\"{number}\":0")).collect();
            let text = format!("{{{}}}", members.join(","));
            let found: Members<'_> = serde_json::from_str(&text).expect("an object");
            assert_eq!((found.members.len(), found.is_cut), (MAX_CELLS, is_cut));
        }
    }
}
