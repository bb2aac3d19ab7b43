//! Numbers as values of options.

use std::any::TypeId;
use std::fmt::Display;
use std::ops::RangeInclusive;

use clap::Arg;

/// Least end of a range whose numbers are often written with an exponent or a unit.
const LARGE: i128 = 10_000_000;

/// Returns a parser for a whole number in a range, whose message names the range; [`whole`] lists the spellings.
pub fn number<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: TryFrom<i128> + PartialOrd + Display + Clone,
{
    move |text| {
        let number = whole(text).and_then(|number| T::try_from(number).ok());
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            let is_large = T::try_from(LARGE).is_ok_and(|large| *range.end() >= large);
            let spellings = if is_large { "; 1000000, 1_000_000, 1e6 and 1M are the same" } else { "" };
            format!("expected a number from {} to {}{spellings}", range.start(), range.end())
        })
    }
}

/// Parses a whole number: `1000000`, `1_000_000`, `1e6`, `1M` or `2.5k`; the units are k, M, G and T, in either case.
///
/// Returns `None` for anything else, such as `1.5` or `2,000`.
pub fn whole(text: &str) -> Option<i128> {
    let (is_negative, text) = match text.strip_prefix('-') {
        Some(text) => (true, text),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (mantissa, power) = scaled(text)?;
    let (before, after) = mantissa.split_once('.').map_or((mantissa, None), |(a, b)| (a, Some(b)));
    if !is_grouped(before) || !after.is_none_or(is_grouped) {
        return None;
    }
    let digits = |text: &str| text.replace('_', "");
    let after = digits(after.unwrap_or_default());
    let all = digits(before) + &after;
    let power = power.checked_sub(i32::try_from(after.len()).ok()?)?;
    // Zeros at the end of the decimals do not make the number a fraction.
    let cut = usize::try_from(power.checked_neg()?).unwrap_or(0);
    let (kept, dropped) = all.split_at(all.len().saturating_sub(cut));
    if dropped.contains(|digit| digit != '0') {
        return None;
    }
    let value: i128 = if kept.is_empty() { 0 } else { kept.parse().ok()? };
    let scale = u32::try_from(power).unwrap_or(0);
    let value = if value == 0 { 0 } else { value.checked_mul(10_i128.checked_pow(scale)?)? };
    Some(if is_negative { -value } else { value })
}

/// Splits a number into its mantissa, and the power of ten of its exponent or unit.
fn scaled(text: &str) -> Option<(&str, i32)> {
    if let Some((mantissa, exponent)) = text.split_once(['e', 'E']) {
        let exponent = exponent.strip_prefix('+').unwrap_or(exponent);
        let is_number = exponent.bytes().all(|byte| byte.is_ascii_digit());
        return Some((mantissa, exponent.parse().ok().filter(|_| is_number)?));
    }
    let power = match text.bytes().last()? {
        b'k' | b'K' => 3,
        b'm' | b'M' => 6,
        b'g' | b'G' => 9,
        b't' | b'T' => 12,
        _ => return Some((text, 0)),
    };
    Some((&text[..text.len() - 1], power))
}

/// Returns whether a text is digits, which single underscores may separate.
fn is_grouped(text: &str) -> bool {
    text.split('_').all(|group| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns the value of an option in one spelling, if it is a number, so that `1e6` and `1000000` are the same work.
pub fn canonical(arg: &Arg, value: &str) -> Option<String> {
    let read = arg.get_value_parser().type_id();
    let numbers = [
        TypeId::of::<u8>(),
        TypeId::of::<u16>(),
        TypeId::of::<u32>(),
        TypeId::of::<u64>(),
        TypeId::of::<usize>(),
        TypeId::of::<i32>(),
    ];
    let is_number = numbers.into_iter().any(|number| read == number);
    whole(value).filter(|_| is_number).map(|number| number.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_numbers_are_equal() {
        let cases = [
            (
                1_000_000,
                ["1000000", "1_000_000", "1e6", "1E+6", "1M", "1m", "1000k", "0.001G", "1.0e6", "10e5"]
                    .as_slice(),
            ),
            (2500, &["2500", "2.5k", "2.5K", "2.50e3", "2_500", "25e2", "2.500000k", "0.0025M"]),
            (0, &["0", "-0", "0k", "0e99", "0.0", "00"]),
            (-7, &["-7", "-7e0", "-0.007k"]),
            (3_000_000_000_000, &["3T", "3e12", "3000g"]),
            (u64::MAX.into(), &["18446744073709551615", "18_446_744_073_709_551_615"]),
        ];
        for (number, texts) in cases {
            for text in texts {
                assert_eq!(whole(text), Some(number), "{text}");
            }
        }
    }

    #[test]
    fn other_texts_are_no_numbers() {
        let texts = [
            "",
            "-",
            "+",
            "--1",
            "+-1",
            "1.5",
            "2.5e0",
            "1e-3",
            "1e",
            "e6",
            "k",
            ".5k",
            "5.k",
            "1_",
            "_1",
            "1__0",
            "1_k",
            "1,000",
            "1 000",
            "1 k",
            "1kk",
            "1ek",
            "1e6k",
            "1e1e1",
            "0x10",
            "1e40",
            "1e99999999999",
            "٣",
            "1µ",
            "1.2.3k",
            "2.0001k",
            "1e+-3",
            "1e++3",
        ];
        for text in texts {
            assert_eq!(whole(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_stay_in_their_range() {
        let parse = number(1..=255_u8);
        assert_eq!(parse("0.2k"), Ok(200));
        assert_eq!(parse("1k"), Err("expected a number from 1 to 255".to_owned()));
        assert_eq!(parse("0"), Err("expected a number from 1 to 255".to_owned()));
        let message = number(0..=u64::MAX)("20e18").expect_err("too large");
        assert!(
            message.starts_with("expected a number from 0 to 18446744073709551615; 1000000, "),
            "{message}"
        );
        assert_eq!(number(i32::MIN..=i32::MAX)("-2.5k"), Ok(-2500));
    }
}
