//! Text encodings that the page guesses: UTF-8, UTF-16 and the encodings of one byte that `guess.rs` lists.
//!
//! Names and behaviour are those of the crate `encoding_rs`, as far as hexmate uses it.

use std::borrow::Cow;

/// A text encoding.
#[derive(PartialEq, Eq, Debug)]
pub struct Encoding {
    name: &'static str,
    form: Form,
}

#[derive(PartialEq, Eq, Clone, Copy, Debug)]
enum Form {
    Utf8,
    /// UTF-16; `true` if the higher byte is first.
    Utf16(bool),
    /// The characters of the bytes from 128.
    Bytes(&'static str),
}

/// UTF-8.
pub static UTF_8: &Encoding = &Encoding { name: "UTF-8", form: Form::Utf8 };
/// UTF-16, lower byte first.
pub static UTF_16LE: &Encoding = &Encoding { name: "UTF-16LE", form: Form::Utf16(false) };
/// UTF-16, higher byte first.
pub static UTF_16BE: &Encoding = &Encoding { name: "UTF-16BE", form: Form::Utf16(true) };
/// Latin-2.
pub static ISO_8859_2: &Encoding = &Encoding { name: "ISO-8859-2", form: Form::Bytes(LATIN_2) };
/// Central Europe.
pub static WINDOWS_1250: &Encoding = &Encoding { name: "windows-1250", form: Form::Bytes(CP1250) };
/// Western Europe.
pub static WINDOWS_1252: &Encoding = &Encoding { name: "windows-1252", form: Form::Bytes(CP1252) };
/// Russian.
pub static KOI8_R: &Encoding = &Encoding { name: "KOI8-R", form: Form::Bytes(KOI8_R_BYTES) };
/// Ukrainian.
pub static KOI8_U: &Encoding = &Encoding { name: "KOI8-U", form: Form::Bytes(KOI8_U_BYTES) };
/// Cyrillic scripts.
pub static WINDOWS_1251: &Encoding =
    &Encoding { name: "windows-1251", form: Form::Bytes(WINDOWS_1251_BYTES) };
/// Greek.
pub static WINDOWS_1253: &Encoding =
    &Encoding { name: "windows-1253", form: Form::Bytes(WINDOWS_1253_BYTES) };
/// Turkish.
pub static WINDOWS_1254: &Encoding =
    &Encoding { name: "windows-1254", form: Form::Bytes(WINDOWS_1254_BYTES) };
/// Baltic languages.
pub static WINDOWS_1257: &Encoding =
    &Encoding { name: "windows-1257", form: Form::Bytes(WINDOWS_1257_BYTES) };
/// Baltic languages.
pub static ISO_8859_4: &Encoding = &Encoding { name: "ISO-8859-4", form: Form::Bytes(ISO_8859_4_BYTES) };
/// Cyrillic scripts.
pub static ISO_8859_5: &Encoding = &Encoding { name: "ISO-8859-5", form: Form::Bytes(ISO_8859_5_BYTES) };
/// Greek.
pub static ISO_8859_7: &Encoding = &Encoding { name: "ISO-8859-7", form: Form::Bytes(ISO_8859_7_BYTES) };

#[rustfmt::skip]
const LATIN_2: &str = "\
    \u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{8d}\u{8e}\u{8f}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9a}\u{9b}\u{9c}\u{9d}\u{9e}\u{9f}\
    \u{a0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{ad}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žż\
    ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
    ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙\
";
#[rustfmt::skip]
const CP1250: &str = "\
    €\u{81}‚\u{83}„…†‡\u{88}‰Š‹ŚŤŽŹ\u{90}‘’“”•–—\u{98}™š›śťžź\
    \u{a0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{ad}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż\
    ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
    ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙\
";
#[rustfmt::skip]
const CP1252: &str = "\
    €\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ\
    \u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯°±²³´µ¶·¸¹º»¼½¾¿\
    ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß\
    àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ\
";
#[rustfmt::skip]
const KOI8_R_BYTES: &str = "\
    ─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{a0}⌡°²·÷\
    ═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©\
    юабцдефгхийклмнопярстужвьызшэщчъ\
    ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ\
";
#[rustfmt::skip]
const KOI8_U_BYTES: &str = "\
    ─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{a0}⌡°²·÷\
    ═║╒ёє╔ії╗╘╙╚╛ґў╞╟╠╡ЁЄ╣ІЇ╦╧╨╩╪ҐЎ©\
    юабцдефгхийклмнопярстужвьызшэщчъ\
    ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ\
";
#[rustfmt::skip]
const WINDOWS_1251_BYTES: &str = "\
    ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ\
    \u{a0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{ad}®Ї°±Ііґµ¶·ё№є»јЅѕї\
    АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ\
    абвгдежзийклмнопрстуфхцчшщъыьэюя\
";
#[rustfmt::skip]
const WINDOWS_1253_BYTES: &str = "\
    €\u{81}‚ƒ„…†‡\u{88}‰\u{8a}‹\u{8c}\u{8d}\u{8e}\u{8f}\u{90}‘’“”•–—\u{98}™\u{9a}›\u{9c}\u{9d}\u{9e}\u{9f}\
    \u{a0}΅Ά£¤¥¦§¨©\u{fffd}«¬\u{ad}®―°±²³΄µ¶·ΈΉΊ»Ό½ΎΏ\
    ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ\u{fffd}ΣΤΥΦΧΨΩΪΫάέήί\
    ΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ\u{fffd}\
";
#[rustfmt::skip]
const WINDOWS_1254_BYTES: &str = "\
    €\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}\u{8e}\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}\u{9e}Ÿ\
    \u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯°±²³´µ¶·¸¹º»¼½¾¿\
    ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞß\
    àáâãäåæçèéêëìíîïğñòóôõö÷øùúûüışÿ\
";
#[rustfmt::skip]
const WINDOWS_1257_BYTES: &str = "\
    €\u{81}‚\u{83}„…†‡\u{88}‰\u{8a}‹\u{8c}¨ˇ¸\u{90}‘’“”•–—\u{98}™\u{9a}›\u{9c}¯˛\u{9f}\
    \u{a0}\u{fffd}¢£¤\u{fffd}¦§Ø©Ŗ«¬\u{ad}®Æ°±²³´µ¶·ø¹ŗ»¼½¾æ\
    ĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽß\
    ąįāćäåęēčéźėģķīļšńņóōõö÷ųłśūüżž˙\
";
#[rustfmt::skip]
const ISO_8859_4_BYTES: &str = "\
    \u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{8d}\u{8e}\u{8f}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9a}\u{9b}\u{9c}\u{9d}\u{9e}\u{9f}\
    \u{a0}ĄĸŖ¤ĨĻ§¨ŠĒĢŦ\u{ad}Ž¯°ą˛ŗ´ĩļˇ¸šēģŧŊžŋ\
    ĀÁÂÃÄÅÆĮČÉĘËĖÍÎĪĐŅŌĶÔÕÖ×ØŲÚÛÜŨŪß\
    āáâãäåæįčéęëėíîīđņōķôõö÷øųúûüũū˙\
";
#[rustfmt::skip]
const ISO_8859_5_BYTES: &str = "\
    \u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{8d}\u{8e}\u{8f}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9a}\u{9b}\u{9c}\u{9d}\u{9e}\u{9f}\
    \u{a0}ЁЂЃЄЅІЇЈЉЊЋЌ\u{ad}ЎЏАБВГДЕЖЗИЙКЛМНОП\
    РСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп\
    рстуфхцчшщъыьэюя№ёђѓєѕіїјљњћќ§ўџ\
";
#[rustfmt::skip]
const ISO_8859_7_BYTES: &str = "\
    \u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{8d}\u{8e}\u{8f}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9a}\u{9b}\u{9c}\u{9d}\u{9e}\u{9f}\
    \u{a0}‘’£€₯¦§¨©ͺ«¬\u{ad}\u{fffd}―°±²³΄΅Ά·ΈΉΊ»Ό½ΎΏ\
    ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ\u{fffd}ΣΤΥΦΧΨΩΪΫάέήί\
    ΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ\u{fffd}\
";

static ALL: [&Encoding; 15] = [
    UTF_8,
    UTF_16LE,
    UTF_16BE,
    ISO_8859_2,
    WINDOWS_1250,
    WINDOWS_1252,
    KOI8_R,
    KOI8_U,
    WINDOWS_1251,
    WINDOWS_1253,
    WINDOWS_1254,
    WINDOWS_1257,
    ISO_8859_4,
    ISO_8859_5,
    ISO_8859_7,
];

impl Encoding {
    /// Returns the encoding with this name; only those of this crate.
    pub fn for_label_no_replacement(label: &[u8]) -> Option<&'static Self> {
        ALL.into_iter().find(|encoding| encoding.name.as_bytes().eq_ignore_ascii_case(label))
    }

    /// Returns the name in the Encoding Standard.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns `true` unless it is UTF-16.
    pub fn is_ascii_compatible(&self) -> bool {
        !matches!(self.form, Form::Utf16(_))
    }

    /// Returns whether each character is a byte.
    pub fn is_single_byte(&self) -> bool {
        matches!(self.form, Form::Bytes(_))
    }

    /// Decodes bytes of a single-byte encoding or UTF-8.
    pub fn decode_without_bom_handling_and_without_replacement<'b>(
        &self,
        bytes: &'b [u8],
    ) -> Option<Cow<'b, str>> {
        let Form::Bytes(upper) = self.form else { return str::from_utf8(bytes).ok().map(Cow::Borrowed) };
        let character = |byte: &u8| match byte.checked_sub(128) {
            None => Some(char::from(*byte)),
            Some(index) => upper.chars().nth(index.into()).filter(|&character| character != '\u{fffd}'),
        };
        bytes.iter().map(character).collect::<Option<String>>().map(Cow::Owned)
    }

    /// Starts decoding UTF-16.
    pub fn new_decoder_without_bom_handling(&'static self) -> Decoder {
        Decoder { is_high_first: self.form == Form::Utf16(true), byte: None, surrogate: None }
    }
}

/// Why a decoder returned.
#[derive(PartialEq, Eq, Debug)]
pub enum DecoderResult {
    /// All input was decoded.
    InputEmpty,
    /// The output has no room.
    OutputFull,
    /// Bytes are not a character: their number, and of those read after them.
    Malformed(u8, u8),
}

/// A decoder of UTF-16.
#[derive(Debug)]
pub struct Decoder {
    is_high_first: bool,
    byte: Option<u8>,
    surrogate: Option<u16>,
}

impl Decoder {
    /// Returns the most bytes of UTF-8 to which this number of bytes decodes.
    pub fn max_utf8_buffer_length_without_replacement(&self, length: usize) -> Option<usize> {
        length.checked_mul(3)?.checked_add(8)
    }

    /// Decodes input to UTF-8; `is_last` if no more follows. Returns the bytes read and written.
    pub fn decode_to_utf8_without_replacement(
        &mut self,
        input: &[u8],
        output: &mut [u8],
        is_last: bool,
    ) -> (DecoderResult, usize, usize) {
        let (mut read, mut written) = (0, 0);
        while read < input.len() {
            if output.len() - written < 4 {
                return (DecoderResult::OutputFull, read, written);
            }
            let byte = input[read];
            let Some(first) = self.byte.take() else {
                self.byte = Some(byte);
                read += 1;
                continue;
            };
            let pair = [first, byte];
            let unit = if self.is_high_first { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) };
            let found = match self.surrogate.take() {
                Some(high) => match char::decode_utf16([high, unit]).next() {
                    Some(Ok(character)) => character,
                    _ => {
                        // The second unit is decoded again, alone.
                        self.byte = Some(first);
                        return (DecoderResult::Malformed(2, 0), read, written);
                    }
                },
                None if (0xd800..0xdc00).contains(&unit) => {
                    self.surrogate = Some(unit);
                    read += 1;
                    continue;
                }
                None => match char::from_u32(unit.into()) {
                    Some(character) => character,
                    None => return (DecoderResult::Malformed(2, 0), read + 1, written),
                },
            };
            written += found.encode_utf8(&mut output[written..]).len();
            read += 1;
        }
        let is_cut = self.byte.is_some() || self.surrogate.is_some();
        if is_last && is_cut {
            (self.byte, self.surrogate) = (None, None);
            return (DecoderResult::Malformed(1, 0), read, written);
        }
        (DecoderResult::InputEmpty, read, written)
    }
}
