//! The command line.

/// What the example can make.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Battle,
    Formations,
    Instances,
}

/// What it was asked to make.
pub struct Options {
    only: Option<Part>,
    /// Also write the pictures of the README into `docs`.
    pub docs: bool,
}

impl Options {
    /// Reads the arguments behind the program's name.
    ///
    /// # Errors
    /// Names what is not known, and says what is.
    pub fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self { only: None, docs: false };
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--docs" => options.docs = true,
                "--only" => options.only = Some(part(arguments.next().as_deref())?),
                other => return Err(format!("{other}: known are --docs and --only PART")),
            }
        }
        Ok(options)
    }

    /// Whether a part is wanted.
    pub fn wants(&self, part: Part) -> bool {
        self.only.is_none_or(|only| only == part)
    }
}

fn part(name: Option<&str>) -> Result<Part, String> {
    match name {
        Some("battle") => Ok(Part::Battle),
        Some("formations") => Ok(Part::Formations),
        Some("instances") => Ok(Part::Instances),
        other => Err(format!("--only {}: known are battle, formations and instances", other.unwrap_or_default())),
    }
}
