//! Values of a game as a table or an object of JSON has them: names, texts, places. Knows no columns.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use hexmate_position::Place;
use hexmate_position::rows::RowFault;

/// A cell or a member that says something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Value<'t> {
    /// The heading or the name, as it is written.
    pub(super) name: Cow<'t, str>,
    pub(super) said: Said<'t>,
    pub(super) place: Place,
}

/// What a value says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Said<'t> {
    /// A cell or a string of JSON.
    Text(Cow<'t, str>),
    /// Any other JSON.
    Json(&'t str),
}

impl<'t> Said<'t> {
    /// What JSON says; `null` says nothing.
    pub(super) fn of_json(raw: &'t str) -> Option<Self> {
        if raw == "null" {
            return None;
        }
        let Ok(Json(text)) = serde_json::from_str(raw) else { return Some(Self::Json(raw)) };
        Some(Self::Text(text))
    }

    /// As it is written: the text, or JSON.
    pub(super) fn written(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Json(json) => json,
        }
    }

    /// The text for a tag: numbers, `true` and `false` are texts too.
    pub(super) fn text(&self) -> Result<&str, RowFault> {
        match self {
            Self::Json(json) if json.starts_with(['[', '{']) => Err(RowFault::Unreadable("a text")),
            _ => Ok(self.written()),
        }
    }

    /// A value of some type, which a cell has as a text of JSON.
    pub(super) fn json<'s, T: Deserialize<'s>>(&'s self, expected: &'static str) -> Result<T, RowFault> {
        serde_json::from_str(self.written()).map_err(|_| RowFault::Unreadable(expected))
    }
}

/// A string of JSON, borrowed where nothing in it is escaped.
#[derive(serde::Deserialize)]
struct Json<'t>(#[serde(borrow)] Cow<'t, str>);

/// The members of an object of JSON in their order, also those whose name comes again.
#[derive(Default)]
pub(super) struct Members<'t>(pub(super) Vec<(Cow<'t, str>, &'t str)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some((Json(name), value)) = map.next_entry::<Json<'de>, &'de RawValue>()? {
                    members.push((name, value.get()));
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Object)
    }
}
