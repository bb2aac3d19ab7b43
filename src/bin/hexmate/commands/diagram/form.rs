//! The forms that a drawing can be written in. Knows renderers; draws nothing.

use hexmate::diagram::Picture;

use crate::args::{self, Diagram};
use crate::exit::Failure;

/// A drawing, or what stands for it on a terminal.
pub enum Drawing {
    Picture(Picture),
    Text(String),
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
    /// The form asked for, or that of the file's ending.
    pub fn of(args: &Diagram) -> Result<Self, Failure> {
        let ending = args.output.as_ref().and_then(|path| path.extension());
        let form = match (args.format, ending.and_then(|ending| ending.to_str())) {
            (Some(args::Picture::Ascii), _) | (None, Some("txt")) => Self::Ascii,
            (Some(args::Picture::Unicode), _) => Self::Unicode,
            (Some(args::Picture::Png), _) | (None, Some("png")) => Self::Png,
            (Some(args::Picture::Pdf), _) | (None, Some("pdf")) => Self::Pdf,
            _ => Self::Svg,
        };
        form.available()
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
        Failure::Usage(format!("this build writes no {name}: build with --features {feature}"))
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

    /// A drawing as the bytes of a file.
    pub fn bytes(self, drawing: &Drawing) -> Result<Vec<u8>, Failure> {
        let picture = match drawing {
            Drawing::Text(text) => return Ok(text.clone().into_bytes()),
            Drawing::Picture(picture) => picture.to_string(),
        };
        match self {
            #[cfg(feature = "png")]
            Self::Png => crate::output::render::png(&picture).ok_or_else(too_large),
            #[cfg(feature = "pdf")]
            Self::Pdf => crate::output::render::pdf(&picture).ok_or_else(too_large),
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
