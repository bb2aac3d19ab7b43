//! Themes: colours of cells, frame, pieces and marks.

use std::fmt;

use super::{Hatching, Tone};
use hexmate_position::Colour;

/// A colour, displayed as `#rrggbb`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct Rgb(pub u32);

impl Rgb {
    /// Returns the average of two colours, channel by channel.
    #[must_use]
    pub const fn mixed(self, other: Self) -> Self {
        // The lowest bit of each channel is cleared so that it does not shift into the next channel.
        Self(((self.0 & 0xfe_fefe) >> 1) + ((other.0 & 0xfe_fefe) >> 1))
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0 & 0xff_ffff)
    }
}

/// The paint of one player's pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paint {
    /// Colour inside the silhouette.
    pub fill: Rgb,
    /// Colour around the silhouette.
    pub outline: Rgb,
    /// Colour of the inner lines.
    pub detail: Rgb,
}

/// The highlight of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Highlight {
    /// Colour mixed into that of the cell; `None` for print.
    pub tint: Option<Rgb>,
    /// Colour of the ring along the inside of the border.
    pub ring: Rgb,
}

/// All colours of a diagram.
///
/// The four themes are constants; for other colours take one of them and change
/// fields. In games for more than two, players differ by colour in the themes for
/// screens, and by hatching in the themes for print, which have no colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Theme {
    /// Name on the command line.
    #[serde(skip)]
    pub name: &'static str,
    /// Colours of the cells, in the order of [`Hex::colour`](hexmate_core::geometry::Hex::colour):
    /// medium (the colour of the centre), light, dark.
    pub cells: [Rgb; 3],
    /// Colour of the lines between cells.
    pub grid: Rgb,
    /// Colour of the frame around the board.
    pub frame: Rgb,
    /// Colour of the line around the frame.
    pub edge: Rgb,
    /// Width of the line around the frame, in board units.
    pub edge_width: u8,
    /// Colour of a thin line inside the frame; `None` for no line.
    pub inlay: Option<Rgb>,
    /// Colour of the labels of files and ranks.
    pub labels: Rgb,
    /// Paint of the pieces, in the order of [`Colour::ALL`].
    pub pieces: [Paint; 7],
    /// Hatching of the pieces, in the order of [`Colour::ALL`].
    pub hatchings: [Hatching; 7],
    /// Highlight of the two cells of the last move.
    pub last_move: Highlight,
    /// Highlight of a king in check.
    pub check: Highlight,
    /// Highlight of other marked cells.
    pub cell: Highlight,
    /// Colours of arrows and circles, in the order of [`Tone::ALL`].
    pub tones: [Rgb; 5],
    /// Colour around arrows, dots and crosses.
    pub arrow_edge: Rgb,
    /// Colour of dots, rings and crosses.
    pub spots: Rgb,
    /// Colour of the names inside cells.
    pub names: Rgb,
    /// Colour of the caption.
    pub caption: Rgb,
}

impl Theme {
    /// Wood colours for screens; the default.
    pub const WARM: Self = Self {
        name: "warm",
        cells: [Rgb(0xe0_bd8f), Rgb(0xf7_ead1), Rgb(0xb9_8a5c)],
        grid: Rgb(0x6f_4a2e),
        frame: Rgb(0x52_3524),
        edge: Rgb(0x38_220f),
        edge_width: 4,
        inlay: Some(Rgb(0xa3_7a4c)),
        labels: Rgb(0xee_d9b4),
        pieces: in_colour(paint(0xff_faf0, 0x2a_1c12, 0x2a_1c12), paint(0x2b_2018, 0x1a_120c, 0xf3_e2c4)),
        hatchings: [Hatching::Plain; 7],
        last_move: Highlight { tint: Some(Rgb(0xd8_b400)), ring: Rgb(0x8a_6a00) },
        check: Highlight { tint: Some(Rgb(0xe0_3a20)), ring: Rgb(0xa8_1808) },
        cell: Highlight { tint: Some(Rgb(0x3f_9a6a)), ring: Rgb(0x1f_6f4a) },
        tones: tones(0x1f_6f4a, [0x2e_8b2e, 0xb8_2a20, 0xd0_9a00, 0x1f_5fae]),
        arrow_edge: Rgb(0xf7_ead1),
        spots: Rgb(0x1f_6f4a),
        names: Rgb(0x4a_2e18),
        caption: Rgb(0x2a_1c12),
    };

    /// Greys; the default for print.
    pub const GREYS: Self = Self {
        name: "greys",
        cells: [Rgb(0xcc_cccc), Rgb(0xf0_f0f0), Rgb(0xa2_a2a2)],
        grid: Rgb(0xff_ffff),
        frame: Rgb(0xff_ffff),
        edge: Rgb(0x22_2222),
        edge_width: 3,
        inlay: None,
        labels: Rgb(0x22_2222),
        pieces: without_colour(paint(0x11_1111, 0x00_0000, 0xff_ffff)),
        hatchings: HATCHINGS,
        last_move: Highlight { tint: None, ring: Rgb(0x22_2222) },
        check: Highlight { tint: None, ring: Rgb(0x00_0000) },
        cell: Highlight { tint: None, ring: Rgb(0x66_6666) },
        tones: tones(0x44_4444, [0x66_6666, 0x00_0000, 0x88_8888, 0x22_2222]),
        arrow_edge: Rgb(0xff_ffff),
        spots: Rgb(0x00_0000),
        names: Rgb(0x44_4444),
        caption: Rgb(0x00_0000),
    };

    /// Black lines between cells, for printers that render greys badly.
    pub const PRINT: Self = Self {
        name: "print",
        cells: [Rgb(0xd9_d9d9), Rgb(0xff_ffff), Rgb(0xb0_b0b0)],
        grid: Rgb(0x00_0000),
        edge: Rgb(0x00_0000),
        labels: Rgb(0x00_0000),
        pieces: without_colour(paint(0x00_0000, 0x00_0000, 0xff_ffff)),
        last_move: Highlight { tint: None, ring: Rgb(0x00_0000) },
        tones: tones(0x00_0000, [0x55_5555, 0x00_0000, 0x77_7777, 0x22_2222]),
        names: Rgb(0x00_0000),
        ..Self::GREYS
    };

    /// Slate colours for dark pages.
    pub const DARK: Self = Self {
        name: "dark",
        cells: [Rgb(0x98_a5b2), Rgb(0xc6_ced6), Rgb(0x6a_7987)],
        grid: Rgb(0x32_3c45),
        frame: Rgb(0x1c_2228),
        edge: Rgb(0x0d_1114),
        edge_width: 4,
        inlay: Some(Rgb(0x4b_5966)),
        labels: Rgb(0xb9_c4ce),
        pieces: in_colour(paint(0xff_ffff, 0x14_181c, 0x14_181c), paint(0x1a_1f24, 0x0d_1114, 0xdf_e6ec)),
        hatchings: [Hatching::Plain; 7],
        last_move: Highlight { tint: Some(Rgb(0x4f_b0c8)), ring: Rgb(0x17_5a70) },
        check: Highlight { tint: Some(Rgb(0xe0_3a30)), ring: Rgb(0xa0_1418) },
        cell: Highlight { tint: Some(Rgb(0xb0_8ad8)), ring: Rgb(0x5a_3a8a) },
        tones: tones(0x0f_4c81, [0x1c_7a3c, 0xb0_2028, 0xd8_a800, 0x1a_5fc0]),
        arrow_edge: Rgb(0xe6_ecf1),
        spots: Rgb(0x0f_4c81),
        names: Rgb(0x1c_2228),
        // Legible on dark and on white pages.
        caption: Rgb(0x70_767c),
    };

    /// All themes, the default first.
    pub const ALL: [Self; 4] = [Self::WARM, Self::GREYS, Self::PRINT, Self::DARK];

    /// Returns the theme with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name == name)
    }

    /// Returns the paint of the pieces of a player.
    pub const fn paint(&self, colour: Colour) -> Paint {
        self.pieces[colour as usize]
    }

    /// Returns the colour of an arrow or a circle.
    pub const fn tone(&self, tone: Tone) -> Rgb {
        self.tones[tone as usize]
    }

    /// Returns the hatching of the pieces of a player.
    pub const fn hatching(&self, colour: Colour) -> Hatching {
        self.hatchings[colour as usize]
    }
}

impl Default for Theme {
    fn default() -> Self {
        Self::WARM
    }
}

/// Returns the paints of a coloured theme.
///
/// In the game for six, three players have dark inner lines and three light ones, and neighbours in turn
/// order differ in lightness as well as in hue.
const fn in_colour(white: Paint, black: Paint) -> [Paint; 7] {
    let red = paint(0xb2_1a28, 0x33_060a, 0xff_dcd6);
    let orange = paint(0xf2_8a1c, 0x4a_2200, 0x4a_2200);
    let blue = paint(0x22_58b0, 0x08_1836, 0xd8_e6ff);
    let green = paint(0x2f_a673, 0x06_2c1b, 0xe6_fff2);
    let yellow = paint(0xfc_e03a, 0x40_3400, 0x40_3400);
    [white, black, red, orange, blue, green, yellow]
}

/// Returns the paints of a theme without colour: dark for Black and Blue, which are never in the
/// same game, white for the others, which hatchings distinguish.
const fn without_colour(dark: Paint) -> [Paint; 7] {
    let white = paint(0xff_ffff, 0x00_0000, 0x00_0000);
    [white, dark, white, white, dark, white, white]
}

/// Hatchings of the themes without colour, in the order of [`Colour::ALL`].
///
/// Neighbours in turn order differ most.
const HATCHINGS: [Hatching; 7] = [
    Hatching::Plain,
    Hatching::Plain,
    Hatching::Halved,
    Hatching::Dotted,
    Hatching::Plain,
    Hatching::Footed,
    Hatching::Barred,
];

/// Returns the colours of [`Tone::ALL`]: the theme's default, green, red, yellow and blue.
const fn tones(own: u32, [green, red, yellow, blue]: [u32; 4]) -> [Rgb; 5] {
    [Rgb(own), Rgb(green), Rgb(red), Rgb(yellow), Rgb(blue)]
}

const fn paint(fill: u32, outline: u32, detail: u32) -> Paint {
    Paint { fill: Rgb(fill), outline: Rgb(outline), detail: Rgb(detail) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixing_averages_every_channel() {
        assert_eq!(Rgb(0xff_0010).mixed(Rgb(0x01_0030)), Rgb(0x7f_0020));
        assert_eq!(Rgb(0x00_00ff).to_string(), "#0000ff");
    }

    /// Returns the relative luminance of a colour, from 0 to 1, as WCAG defines it.
    fn luminance(Rgb(colour): Rgb) -> f64 {
        let channel = |shift: u32| {
            let part = f64::from(colour >> shift & 0xff) / 255.;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
    }

    #[test]
    fn captions_are_legible_on_white() {
        for theme in Theme::ALL {
            let contrast = 1.05 / (luminance(theme.caption) + 0.05);
            assert!(contrast >= 4.5, "{}: {contrast}", theme.name);
        }
    }

    #[test]
    fn names_of_themes_round_trip() {
        for theme in Theme::ALL {
            assert_eq!(Theme::from_name(theme.name), Some(theme));
        }
        assert_eq!(Theme::from_name("pink"), None);
    }
}
