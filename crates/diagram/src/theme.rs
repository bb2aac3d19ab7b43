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
/// The themes are constants; for other colours take one of them and change
/// fields. In games for more than two, players differ by colour in the themes for
/// screens, and by hatching in the themes for print, which have no colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColourTheme {
    /// Name on the command line.
    #[serde(skip)]
    pub name: &'static str,
    /// Colours of the cells, in the order of [`Hex::colour`](hexmate_core::geometry::Hex::colour):
    /// medium (the colour of the centre), light, dark.
    pub cells: [Rgb; 3],
    /// Distance of the lines across cells, in board units, in the order of `cells`; 0 for cells without lines.
    #[serde(default)]
    pub lines: [u8; 3],
    /// Colour of the lines between cells.
    pub grid: Rgb,
    /// Width of the lines between cells, in board units.
    #[serde(default = "thin")]
    pub grid_width: u8,
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

impl ColourTheme {
    /// Wood colours for screens; the default.
    pub const WARM: Self = Self {
        name: "warm",
        cells: [Rgb(0xe0_bd8f), Rgb(0xf7_ead1), Rgb(0xb9_8a5c)],
        lines: [0; 3],
        grid: Rgb(0x6f_4a2e),
        grid_width: thin(),
        frame: Rgb(0x52_3524),
        edge: Rgb(0x38_220f),
        edge_width: 4,
        inlay: Some(Rgb(0xa3_7a4c)),
        labels: Rgb(0xee_d9b4),
        pieces: in_colour(paint(0xff_faf0, 0x2a_1c12, 0x2a_1c12), paint(0x2b_2018, 0x1a_120c, 0xf3_e2c4)),
        hatchings: [Hatching::Plain; 7],
        last_move: Highlight { tint: Some(Rgb(0xd8_b400)), ring: Rgb(0x55_3f00) },
        check: Highlight { tint: Some(Rgb(0xe8_482e)), ring: Rgb(0x6c_0a00) },
        cell: Highlight { tint: Some(Rgb(0x4f_ae7c)), ring: Rgb(0x0c_4228) },
        tones: tones(0x0c_5234, [0x2e_8b2e, 0xb8_2a20, 0xd0_9a00, 0x1f_5fae]),
        arrow_edge: Rgb(0xf7_ead1),
        spots: Rgb(0x0c_5234),
        names: Rgb(0x2c_1a0a),
        caption: Rgb(0x2a_1c12),
    };

    /// Greys; the default for print.
    pub const GREYS: Self = Self {
        name: "greys",
        cells: [Rgb(0xcc_cccc), Rgb(0xf0_f0f0), Rgb(0xa2_a2a2)],
        lines: [0; 3],
        grid: Rgb(0xff_ffff),
        grid_width: thin(),
        frame: Rgb(0xff_ffff),
        edge: Rgb(0x22_2222),
        edge_width: 3,
        inlay: None,
        labels: Rgb(0x22_2222),
        pieces: without_colour(paint(0x11_1111, 0x00_0000, 0xff_ffff)),
        hatchings: HATCHINGS,
        last_move: Highlight { tint: None, ring: Rgb(0x22_2222) },
        check: Highlight { tint: None, ring: Rgb(0x00_0000) },
        cell: Highlight { tint: None, ring: Rgb(0x44_4444) },
        tones: tones(0x44_4444, [0x66_6666, 0x00_0000, 0x88_8888, 0x22_2222]),
        arrow_edge: Rgb(0xff_ffff),
        spots: Rgb(0x00_0000),
        names: Rgb(0x22_2222),
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

    /// Black and white only, with lines across the cells: for fax, photocopies and newspapers.
    pub const HATCHED: Self = Self { name: "hatched", lines: [13, 0, 6], ..Self::OUTLINE };

    /// Black and white only, with the outlines of the cells.
    pub const OUTLINE: Self = Self {
        name: "outline",
        cells: [Rgb(0xff_ffff); 3],
        grid_width: 2,
        cell: Highlight { tint: None, ring: Rgb(0x00_0000) },
        tones: [Rgb(0x00_0000); 5],
        ..Self::PRINT
    };

    /// Slate colours for dark pages.
    pub const DARK: Self = Self {
        name: "dark",
        cells: [Rgb(0x98_a5b2), Rgb(0xc6_ced6), Rgb(0x6a_7987)],
        lines: [0; 3],
        grid: Rgb(0x32_3c45),
        grid_width: thin(),
        frame: Rgb(0x1c_2228),
        edge: Rgb(0x0d_1114),
        edge_width: 4,
        inlay: Some(Rgb(0x4b_5966)),
        labels: Rgb(0xb9_c4ce),
        pieces: in_colour(paint(0xff_ffff, 0x14_181c, 0x14_181c), paint(0x1a_1f24, 0x0d_1114, 0xdf_e6ec)),
        hatchings: [Hatching::Plain; 7],
        last_move: Highlight { tint: Some(Rgb(0xf0_c840)), ring: Rgb(0x2c_2400) },
        check: Highlight { tint: Some(Rgb(0xf0_584c)), ring: Rgb(0x4c_0408) },
        cell: Highlight { tint: Some(Rgb(0xb8_90e8)), ring: Rgb(0x2c_1450) },
        tones: tones(0x0a_2e50, [0x1c_7a3c, 0xb0_2028, 0xd8_a800, 0x1a_5fc0]),
        arrow_edge: Rgb(0xe6_ecf1),
        spots: Rgb(0x0a_2e50),
        names: Rgb(0x00_0000),
        // Legible on dark and on white pages.
        caption: Rgb(0x70_767c),
    };

    /// All themes, the default first.
    pub const ALL: [Self; 6] =
        [Self::WARM, Self::GREYS, Self::PRINT, Self::HATCHED, Self::OUTLINE, Self::DARK];

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

impl Default for ColourTheme {
    fn default() -> Self {
        Self::WARM
    }
}

/// Returns the width of thin lines between cells.
const fn thin() -> u8 {
    1
}

/// Returns the paints of a coloured theme.
///
/// In the game for six, three players have dark inner lines and three light ones, and neighbours in turn
/// order differ in lightness as well as in hue. In the game for three all players differ in lightness, also for
/// readers who do not see red or green; a test simulates this.
const fn in_colour(white: Paint, black: Paint) -> [Paint; 7] {
    let red = paint(0xe6_1728, 0x33_060a, 0xff_efec);
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
    fn luminance(colour: Rgb) -> f64 {
        let [red, green, blue] = linear(colour);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Returns a colour in linear RGB, each from 0 to 1.
    fn linear(Rgb(colour): Rgb) -> [f64; 3] {
        [16, 8, 0].map(|shift| {
            let part = f64::from(colour >> shift & 0xff) / 255.;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// Returns the contrast of two colours, from 1 to 21, as WCAG defines it.
    fn contrast(one: Rgb, other: Rgb) -> f64 {
        let [one, other] = [one, other].map(luminance);
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    const WHITE_PAGE: Rgb = Rgb(0xff_ffff);
    /// Background of HTML pages in dark mode.
    const DARK_PAGE: Rgb = Rgb(0x17_1a1e);

    #[test]
    fn captions_are_legible_on_their_pages() {
        for theme in ColourTheme::ALL {
            assert!(contrast(theme.caption, WHITE_PAGE) >= 4.5, "{}", theme.name);
            assert!(contrast(theme.labels, theme.frame) >= 4.5, "{}", theme.name);
        }
        assert!(contrast(ColourTheme::DARK.caption, DARK_PAGE) >= 3.);
    }

    #[test]
    fn marks_contrast_with_every_cell() {
        for theme in ColourTheme::ALL {
            let rings = [theme.last_move, theme.check, theme.cell];
            for (cell, highlight) in theme.cells.iter().flat_map(|&cell| rings.map(|mark| (cell, mark))) {
                let filled = highlight.tint.map_or(cell, |tint| cell.mixed(tint));
                let name = theme.name;
                assert!(contrast(highlight.ring, cell) >= 3., "{name}: {} on {cell}", highlight.ring);
                assert!(contrast(highlight.ring, filled) >= 3., "{name}: {} on {filled}", highlight.ring);
                // A reader sees the filling without its ring.
                assert!(highlight.tint.is_none() || distance(cell, filled) >= 20., "{name}: {filled}");
            }
            for cell in theme.cells {
                assert!(contrast(theme.names, cell) >= 4.5, "{}: names on {cell}", theme.name);
                assert!(contrast(theme.spots, cell) >= 2.8, "{}: spots on {cell}", theme.name);
            }
        }
    }

    /// Matrices on linear RGB that simulate complete protanopia, deuteranopia and tritanopia.
    ///
    /// Source: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes: A Physiologically-based Model for Simulation of
    /// Color Vision Deficiency, IEEE Transactions on Visualization and Computer Graphics 15 (2009), severity 1.0.
    const DEFICIENCIES: [(&str, [[f64; 3]; 3]); 4] = [
        ("no deficiency", [[1., 0., 0.], [0., 1., 0.], [0., 0., 1.]]),
        (
            "protanopia",
            [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
        ),
        (
            "deuteranopia",
            [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
        ),
        (
            "tritanopia",
            [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        ),
    ];

    fn product(matrix: [[f64; 3]; 3], [x, y, z]: [f64; 3]) -> [f64; 3] {
        matrix.map(|[a, b, c]| a * x + b * y + c * z)
    }

    /// Returns a colour in CIE L*a*b*: lightness from 0 to 100, and two coordinates of hue.
    fn lab(linear: [f64; 3]) -> [f64; 3] {
        let to_xyz = [[0.4125, 0.3576, 0.1804], [0.2127, 0.7152, 0.0722], [0.0193, 0.1192, 0.9503]];
        let [x, y, z] = product(to_xyz, linear);
        let root = |part: f64| {
            if part > 0.008_856 { part.cbrt() } else { 7.787 * part + 16. / 116. }
        };
        let [x, y, z] = [x / 0.9505, y, z / 1.089].map(root);
        [116. * y - 16., 500. * (x - y), 200. * (y - z)]
    }

    /// Returns a colour in L*a*b* as a reader with a deficiency sees it.
    fn seen(colour: Rgb, matrix: [[f64; 3]; 3]) -> [f64; 3] {
        lab(product(matrix, linear(colour)).map(|part| part.clamp(0., 1.)))
    }

    /// Returns the distance of two colours in L*a*b*.
    fn distance(one: Rgb, other: Rgb) -> f64 {
        apart(lab(linear(one)), lab(linear(other)))
    }

    fn apart([l, a, b]: [f64; 3], [other_l, other_a, other_b]: [f64; 3]) -> f64 {
        ((l - other_l).powi(2) + (a - other_a).powi(2) + (b - other_b).powi(2)).sqrt()
    }

    #[test]
    fn colour_blind_readers_distinguish_players() {
        use Colour::{Black, Blue, Green, Orange, Red, White, Yellow};
        let of_three: &[Colour] = &[White, Black, Red];
        let of_six: &[Colour] = &[White, Red, Orange, Blue, Green, Yellow];
        for theme in ColourTheme::ALL {
            for (name, matrix) in DEFICIENCIES {
                for (players, number) in [(of_three, 3), (of_six, 6)] {
                    for (place, &one) in players.iter().enumerate() {
                        for &other in &players[..place] {
                            let [[light, a, b], [other_light, other_a, other_b]] =
                                [one, other].map(|colour| seen(theme.paint(colour).fill, matrix));
                            let far = apart([light, a, b], [other_light, other_a, other_b]);
                            let is_hatched = theme.hatching(one) != theme.hatching(other);
                            let lightness = (light - other_light).abs();
                            let enough = if number == 3 { lightness >= 25. } else { far >= 20. };
                            assert!(
                                is_hatched || enough,
                                "{}, {name}: {one:?} and {other:?} in the game for {number}: {lightness}, {far}",
                                theme.name
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn red_pieces_differ_from_every_cell() {
        for theme in [ColourTheme::WARM, ColourTheme::DARK] {
            let red = theme.paint(Colour::Red).fill;
            for ((name, matrix), cell) in
                DEFICIENCIES.into_iter().flat_map(|one| theme.cells.map(|cell| (one, cell)))
            {
                let far = apart(seen(red, matrix), seen(cell, matrix));
                assert!(far >= 20., "{}, {name}: {far} on {cell}", theme.name);
            }
        }
    }

    #[test]
    fn names_of_themes_round_trip() {
        for theme in ColourTheme::ALL {
            assert_eq!(ColourTheme::from_name(theme.name), Some(theme));
        }
        assert_eq!(ColourTheme::from_name("pink"), None);
    }
}
