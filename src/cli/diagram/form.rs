//! File formats of diagrams, and writing a drawing in one of them.

use std::path::Path;

use clap::ValueEnum;
use hexmate_diagram::Picture;

use crate::cli::exit::Failure;

/// A drawn diagram: a picture or a text board.
pub enum Drawing {
    Picture(Picture),
    Text(String),
}

/// Returns the extension of a path in lower case, or an empty string.
fn extension(path: Option<&Path>) -> String {
    let extension = path.and_then(Path::extension).and_then(|extension| extension.to_str());
    extension.unwrap_or_default().to_ascii_lowercase()
}

/// Returns whether a path names a single drawing: stdout, or a file with the extension of a picture. Any other path is
/// a folder.
pub fn is_one_file(path: Option<&Path>) -> bool {
    let is_stdout = path.is_none_or(|path| path == Path::new("-"));
    let is_folder = path.is_some_and(Path::is_dir);
    is_stdout || !is_folder && ["svg", "png", "pdf", "txt"].contains(&extension(path).as_str())
}

/// A file format of diagrams.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Form {
    /// Vector graphics.
    Svg,
    /// Text board with letters.
    Ascii,
    /// Text board with chess symbols.
    Unicode,
    /// Bitmap; in builds with the feature `png`.
    Png,
    /// PDF; in builds with the feature `pdf`.
    Pdf,
}

impl Form {
    /// Returns the format requested by `--format`, or else by the extension of the output; this build may lack it.
    pub fn requested(format: Option<Self>, output: Option<&Path>) -> Self {
        format.unwrap_or_else(|| match extension(output).as_str() {
            "txt" => Self::Ascii,
            "png" => Self::Png,
            "pdf" => Self::Pdf,
            _ => Self::Svg,
        })
    }

    /// Returns the format, or an error if this build cannot write it.
    pub fn available(self) -> Result<Self, Failure> {
        match self {
            Self::Png if !cfg!(feature = "png") => Err(self.lacking()),
            Self::Pdf if !cfg!(feature = "pdf") => Err(self.lacking()),
            _ => Ok(self),
        }
    }

    fn lacking(self) -> Failure {
        let feature = self.extension();
        let name = feature.to_uppercase();
        Failure::Usage(format!(
            "this build cannot write {name}: download the full program, build it with \
             `cargo build --release --features {feature}`, or use --format svg"
        ))
    }

    /// Returns whether the format is a text board.
    pub fn is_text(self) -> bool {
        matches!(self, Self::Ascii | Self::Unicode)
    }

    /// Returns the file extension.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Ascii | Self::Unicode => "txt",
            Self::Png => "png",
            Self::Pdf => "pdf",
        }
    }

    /// Refuses a PNG with too many pixels.
    #[cfg(feature = "png")]
    fn check_size(self, picture: &Picture) -> Result<(), Failure> {
        let ((width, height), most) = (picture.pixels(), hexmate_diagram::render::MAX_PIXELS);
        if self != Self::Png || width.saturating_mul(height) <= most {
            return Ok(());
        }
        let largest = (most * width / height.max(1)).isqrt();
        Err(Failure::Usage(format!(
            "a PNG of {width} by {height} pixels is too large: use --width {largest} or less, or --format svg or pdf"
        )))
    }

    /// Returns the content of the file for a drawing.
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
            Self::Ascii | Self::Unicode => {
                Err(Failure::Usage("a sheet cannot be written as text: use SVG, PNG or PDF".to_owned()))
            }
            Self::Svg => Ok(picture.into_bytes()),
            #[cfg(not(all(feature = "png", feature = "pdf")))]
            _ => Err(self.lacking()),
        }
    }
}

#[cfg(any(feature = "png", feature = "pdf"))]
fn too_large() -> Failure {
    Failure::Usage("the picture is too large for this format".to_owned())
}
