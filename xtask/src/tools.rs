//! Finding the programs that the parts need, and installing those that are missing where that is allowed.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::env;
use std::path::PathBuf;
use std::process::Command;

use crate::ledger::Ledger;
use crate::process;

/// What it means when a tool is missing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// A failure on a continuous-integration machine (`CI` is set), a visible skip elsewhere.
    Required,
    /// A visible skip everywhere.
    Optional,
}

/// A program from outside.
pub struct Tool {
    /// Its name on the search path.
    pub program: &'static str,
    /// The Debian package that holds it.
    pub package: &'static str,
    /// What to do on a system without `apt-get`.
    pub elsewhere: &'static str,
    pub need: Need,
}

pub const GCC: Tool = Tool {
    program: "gcc",
    package: "gcc libc6-dev",
    elsewhere: "install gcc, or name a C compiler in CC",
    need: Need::Required,
};
pub const GXX: Tool = Tool {
    program: "g++",
    package: "g++",
    elsewhere: "install g++, or name a C++ compiler in CXX",
    need: Need::Required,
};
pub const CLANG: Tool = Tool { program: "clang", package: "clang", elsewhere: "install clang", need: Need::Optional };
pub const CLANGXX: Tool =
    Tool { program: "clang++", package: "clang", elsewhere: "install clang", need: Need::Optional };
pub const VALGRIND: Tool = Tool {
    program: "valgrind",
    package: "valgrind libc6-dbg",
    elsewhere: "install valgrind (Linux only)",
    need: Need::Required,
};
pub const MCS: Tool = Tool {
    program: "mcs",
    package: "mono-mcs mono-runtime",
    elsewhere: "install Mono (mono-project.com)",
    need: Need::Required,
};
pub const MONO: Tool = Tool {
    program: "mono",
    package: "mono-runtime",
    elsewhere: "install Mono (mono-project.com)",
    need: Need::Required,
};
pub const NODE: Tool = Tool {
    program: "node",
    package: "nodejs",
    elsewhere: "install Node.js 18 or later (nodejs.org)",
    need: Need::Required,
};
pub const CHROMIUM: Tool = Tool {
    program: "chromium",
    package: "chromium",
    elsewhere: "install Chromium or Chrome and put it on the search path",
    need: Need::Required,
};
/// Debian's Rust comes with the sources of its standard library, for targets and settings that need it compiled anew. Its
/// path matters, because other Rusts come first on the search path.
pub const DEBIANS_CARGO: Tool = Tool {
    program: "/usr/bin/cargo",
    package: "rustc-web cargo-web rust-web-src",
    elsewhere: "this needs Debian 12's packages rustc-web, cargo-web and rust-web-src",
    need: Need::Optional,
};
pub const DEBIANS_RUSTC: &str = "/usr/bin/rustc";
pub const PYTHON: Tool = Tool {
    program: "python3",
    package: "python3 python3-pip",
    elsewhere: "install Python 3 with pip",
    need: Need::Required,
};
pub const GODOT: Tool = Tool {
    program: "godot3-server",
    package: "godot3-server",
    elsewhere: "put the headless server of Godot 3.2 or a later 3.x on the search path as godot3-server",
    need: Need::Required,
};

pub const ABIDW: Tool = Tool {
    program: "abidw",
    package: "abigail-tools",
    elsewhere: "install libabigail's programs (Linux only)",
    need: Need::Required,
};
pub const ABIDIFF: Tool = Tool { program: "abidiff", ..ABIDW };

/// The tools found so far. A tool is looked for, and its installation tried, once.
#[derive(Default)]
pub struct Toolbox {
    found: RefCell<BTreeMap<&'static str, Result<PathBuf, String>>>,
    package_lists: OnceCell<bool>,
}

impl Toolbox {
    /// The tool's path, or why it is not there and what to do about it.
    pub fn find(&self, tool: &Tool) -> Result<PathBuf, String> {
        self.found.borrow_mut().entry(tool.program).or_insert_with(|| self.find_or_install(tool)).clone()
    }

    fn find_or_install(&self, tool: &Tool) -> Result<PathBuf, String> {
        if let Ok(path) = which::which(tool.program) {
            return Ok(path);
        }
        let apt_line = format!("apt-get install -y --no-install-recommends {}", tool.package);
        match administrator() {
            Some(prefix) => {
                let has_lists = *self.package_lists.get_or_init(|| apt_get(prefix, &["update", "-q"]));
                let mut words = vec!["install", "-q", "-y", "--no-install-recommends"];
                words.extend(tool.package.split(' '));
                if has_lists && apt_get(prefix, &words) {
                    return which::which(tool.program).map_err(|error| format!("{}: {error}", tool.program));
                }
                Err(format!("{} is missing and `{apt_line}` failed", tool.program))
            }
            None if which::which("apt-get").is_ok() => {
                Err(format!("{} is missing: run `sudo {apt_line}`", tool.program))
            }
            None => Err(format!("{} is missing: {}", tool.program, tool.elsewhere)),
        }
    }

    /// Makes sure that a component of the running Rust toolchain is there (`rustfmt`, `clippy`).
    /// `subcommand` is the cargo command that it brings.
    pub fn ensure_rust_component(&self, component: &str, subcommand: &str) -> Result<(), String> {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        if process::answer(Command::new(&cargo).args([subcommand, "--version"])).is_some() {
            return Ok(());
        }
        let remedy = format!("rustup component add {component}");
        process::stream(Command::new("rustup").args(["component", "add", component]))
            .map_err(|_| format!("cargo {subcommand} is missing and `{remedy}` failed"))
    }
}

/// Enters what could not run for want of a tool: a failure or a skip, as `need` says.
pub fn enter_missing(ledger: &mut Ledger, what: &str, need: Need, why: &str) {
    if need == Need::Required && is_continuous_integration() {
        ledger.fail(what, why);
    } else {
        ledger.skip(what, why);
    }
}

pub fn is_continuous_integration() -> bool {
    env::var("CI").is_ok_and(|value| !matches!(value.as_str(), "" | "0" | "false"))
}

/// How to become the system's administrator without a question: by being it (no prefix), or by `sudo -n`.
/// Nothing where that cannot be done or packages do not come by `apt-get`.
fn administrator() -> Option<&'static [&'static str]> {
    which::which("apt-get").ok()?;
    if process::answer(Command::new("id").arg("-u")).as_deref() == Some("0") {
        return Some(&[]);
    }
    process::answer(Command::new("sudo").args(["-n", "true"])).map(|_| &["sudo", "-n"] as &[&str])
}

fn apt_get(prefix: &[&str], arguments: &[&str]) -> bool {
    let mut words = prefix.to_vec();
    words.extend(["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]);
    words.extend(arguments);
    match process::stream(Command::new(words[0]).args(&words[1..])) {
        Ok(()) => true,
        Err(error) => {
            println!("{error:#}");
            false
        }
    }
}
