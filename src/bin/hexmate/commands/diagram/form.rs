//! The forms that a drawing can be written in. Knows renderers; draws nothing.

use super::Drawing;
use crate::args::{self, Diagram};
use crate::exit::Failure;

/// The form of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Svg,
    Ascii,
    Unicode,
    #[cfg(feature = "png")]
    Png,
    #[cfg(feature = "pdf")]
    Pdf,
}

impl Form {
    /// The form asked for, or that of the file's ending.
    pub fn of(args: &Diagram) -> Result<Self, Failure> {
        let ending = args.output.as_ref().and_then(|path| path.extension());
        Ok(match (args.format, ending.and_then(|ending| ending.to_str())) {
            (Some(args::Picture::Ascii), _) | (None, Some("txt")) => Self::Ascii,
            (Some(args::Picture::Unicode), _) => Self::Unicode,
            (Some(args::Picture::Png), _) | (None, Some("png")) => Self::png()?,
            (Some(args::Picture::Pdf), _) | (None, Some("pdf")) => Self::pdf()?,
            _ => Self::Svg,
        })
    }

    #[cfg(feature = "png")]
    #[expect(clippy::unnecessary_wraps, reason = "other builds cannot write it")]
    fn png() -> Result<Self, Failure> {
        Ok(Self::Png)
    }

    #[cfg(not(feature = "png"))]
    fn png() -> Result<Self, Failure> {
        Err(Failure::Usage("this build writes no PNG: build with --features png".to_owned()))
    }

    #[cfg(feature = "pdf")]
    #[expect(clippy::unnecessary_wraps, reason = "other builds cannot write it")]
    fn pdf() -> Result<Self, Failure> {
        Ok(Self::Pdf)
    }

    #[cfg(not(feature = "pdf"))]
    fn pdf() -> Result<Self, Failure> {
        Err(Failure::Usage("this build writes no PDF: build with --features pdf".to_owned()))
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
            #[cfg(feature = "png")]
            Self::Png => "png",
            #[cfg(feature = "pdf")]
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
            Self::Png => super::render::png(&picture).ok_or_else(too_large),
            #[cfg(feature = "pdf")]
            Self::Pdf => super::render::pdf(&picture).ok_or_else(too_large),
            _ if self.is_text() => Err(Failure::Usage("a sheet is a picture, not text".to_owned())),
            _ => Ok(picture.into_bytes()),
        }
    }
}

#[cfg(any(feature = "png", feature = "pdf"))]
fn too_large() -> Failure {
    Failure::Usage("the picture is too large for this form".to_owned())
}
