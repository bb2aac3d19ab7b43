//! The forms that a drawing can be written in. Knows renderers; draws nothing.

use std::path::Path;

use hexmate_diagram::Picture;

use crate::cli::diagram::args::{self, Diagram};
use crate::cli::exit::Failure;

/// A drawing, or what stands for it on a terminal.
pub enum Drawing {
    Picture(Picture),
    Text(String),
}

/// What follows the last dot of a name, in lower case.
fn ending(path: Option<&Path>) -> String {
    let ending = path.and_then(Path::extension).and_then(|ending| ending.to_str());
    ending.unwrap_or_default().to_ascii_lowercase()
}

/// Whether a name is that of one drawing: stdout, or a file with an ending of a picture. Any other is a folder.
pub fn is_one_file(path: Option<&Path>) -> bool {
    let is_stdout = path.is_none_or(|path| path == Path::new("-"));
    let is_folder = path.is_some_and(Path::is_dir);
    is_stdout || !is_folder && ["svg", "png", "pdf", "txt"].contains(&ending(path).as_str())
}

/// The form of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Svg,
    Ascii,
    Unicode,
    Png,
    Pdf,
}

impl Form {
    /// The form asked for, or that of the file's ending, if this build has what writes it.
    pub fn of(args: &Diagram) -> Result<Self, Failure> {
        Self::asked(args).available()
    }

    /// The form asked for, or that of the file's ending.
    pub fn asked(args: &Diagram) -> Self {
        match (args.format, ending(args.output.as_deref()).as_str()) {
            (Some(args::Picture::Ascii), _) | (None, "txt") => Self::Ascii,
            (Some(args::Picture::Unicode), _) => Self::Unicode,
            (Some(args::Picture::Png), _) | (None, "png") => Self::Png,
            (Some(args::Picture::Pdf), _) | (None, "pdf") => Self::Pdf,
            _ => Self::Svg,
        }
    }

    /// The form, unless this build lacks what writes it.
    fn available(self) -> Result<Self, Failure> {
        match self {
            Self::Png if !cfg!(feature = "png") => Err(self.lacking()),
            Self::Pdf if !cfg!(feature = "pdf") => Err(self.lacking()),
            _ => Ok(self),
        }
    }

    fn lacking(self) -> Failure {
        let feature = self.ending();
        let name = feature.to_uppercase();
        Failure::Usage(format!(
            "this build writes no {name}: use the one that is handed out, or build with \
             `cargo build --release --features {feature}`; SVG can be had with --format svg"
        ))
    }

    /// Whether it is characters for a terminal.
    pub fn is_text(self) -> bool {
        matches!(self, Self::Ascii | Self::Unicode)
    }

    /// The ending of a file that holds such a drawing.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Ascii | Self::Unicode => "txt",
            Self::Png => "png",
            Self::Pdf => "pdf",
        }
    }

    /// Refuses a picture that has more pixels than can be drawn.
    #[cfg(feature = "png")]
    fn check_size(self, picture: &Picture) -> Result<(), Failure> {
        let ((width, height), most) = (picture.pixels(), hexmate_diagram::render::MAX_PIXELS);
        if self != Self::Png || width.saturating_mul(height) <= most {
            return Ok(());
        }
        let largest = (most * width / height.max(1)).isqrt();
        Err(Failure::Usage(format!(
            "{width} by {height} pixels are too many for PNG: the largest --width is {largest} for this picture; \
             SVG and PDF have no pixels"
        )))
    }

    /// A drawing as the bytes of a file.
    pub fn bytes(self, drawing: &Drawing) -> Result<Vec<u8>, Failure> {
        let picture = match drawing {
            Drawing::Text(text) => return Ok(text.clone().into_bytes()),
            Drawing::Picture(picture) => {
                #[cfg(feature = "png")]
                self.check_size(picture)?;
                picture.to_string()
            }
        };
        match self {
            #[cfg(feature = "png")]
            Self::Png => hexmate_diagram::render::png(&picture).ok_or_else(too_large),
            #[cfg(feature = "pdf")]
            Self::Pdf => hexmate_diagram::render::pdf(&picture).ok_or_else(too_large),
            Self::Ascii | Self::Unicode => Err(Failure::Usage("a sheet is a picture, not text".to_owned())),
            Self::Svg => Ok(picture.into_bytes()),
            #[cfg(not(all(feature = "png", feature = "pdf")))]
            _ => Err(self.lacking()),
        }
    }
}

#[cfg(any(feature = "png", feature = "pdf"))]
fn too_large() -> Failure {
    Failure::Usage("the picture is too large for this form".to_owned())
}
