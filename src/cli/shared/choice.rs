//! Named values of options.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Returns a parser for one of some names, given with their help and their values; capitals count only if the argument
/// does not ignore them.
pub fn choice<T, const N: usize>(
    choices: [(&'static str, &'static str, T); N],
) -> impl TypedValueParser<Value = T>
where
    T: Clone + Send + Sync + 'static,
{
    let names = choices.each_ref().map(|(name, help, _)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(names).map(move |name| {
        let chosen = choices.iter().find(|(own, ..)| own.eq_ignore_ascii_case(&name));
        chosen.expect("one of the possible values").2.clone()
    })
}
