//! The public library as rustdoc sees it: its names and signatures, each type of which has a name in the facade.

mod exports;
mod signatures;

use std::sync::LazyLock;

use exports::Facade;

static FACADE: LazyLock<Option<Facade>> = LazyLock::new(Facade::documented);

#[test]
fn facade_matches_snapshot() {
    let Some(facade) = FACADE.as_ref() else { return };
    let (text, _) = facade.items();
    insta::assert_snapshot!(text);
}

#[test]
fn signature_types_have_facade_names() {
    let Some(facade) = FACADE.as_ref() else { return };
    let (_, unnamed) = facade.items();
    assert!(unnamed.is_empty(), "types in signatures that the facade does not export: {unnamed:#?}");
}
