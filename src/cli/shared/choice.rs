//! Named values of options.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Returns a parser for one of some names, given with their help and their values.
pub fn choice<T, const N: usize>(
    choices: [(&'static str, &'static str, T); N],
) -> impl TypedValueParser<Value = T>
where
    T: Clone + Send + Sync + 'static,
{
    let names = choices.each_ref().map(|(name, help, _)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(names).map(move |name| {
        let chosen = choices.iter().find(|(own, ..)| *own == name);
        chosen.expect("one of the possible values").2.clone()
    })
}
