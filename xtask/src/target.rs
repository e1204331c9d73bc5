//! The machines that the library is built for and its tests run on: this one, and others by way of an emulator.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::compiler::Language;
use crate::tools::{Need, Tool, Toolbox};
use crate::workspace::Workspace;

/// How an operating system takes libraries and programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    Linux,
    MacOs,
    Windows,
    Other,
}

impl System {
    /// That of this machine.
    pub const HOST: System = if cfg!(windows) {
        System::Windows
    } else if cfg!(target_os = "macos") {
        System::MacOs
    } else if cfg!(target_os = "linux") {
        System::Linux
    } else {
        System::Other
    };

    /// What a Rust static library wants from the system, as `rustc --print native-static-libs` names it.
    pub fn static_needs(self) -> &'static [&'static str] {
        match self {
            System::Linux => &["-lpthread", "-ldl", "-lm", "-lrt"],
            System::MacOs => &["-liconv", "-lSystem", "-lm"],
            System::Windows => &["-lkernel32", "-lntdll", "-luserenv", "-lws2_32", "-ldbghelp"],
            System::Other => &["-lpthread", "-lm"],
        }
    }

    /// The variable that says where the loader looks for shared libraries first.
    pub fn loader_path(self) -> &'static str {
        match self {
            System::Windows => "PATH",
            System::MacOs => "DYLD_LIBRARY_PATH",
            System::Linux | System::Other => "LD_LIBRARY_PATH",
        }
    }

    pub fn executable_suffix(self) -> &'static str {
        if self == System::Windows { ".exe" } else { "" }
    }

    /// The library's shared file.
    pub fn shared_file(self) -> &'static str {
        match self {
            System::Windows => "phalanx.dll",
            System::MacOs => "libphalanx.dylib",
            System::Linux | System::Other => "libphalanx.so",
        }
    }
}

/// What runs a program of another machine.
#[derive(Clone, Debug)]
pub enum Runner {
    /// This machine itself.
    Direct,
    /// Wine, with a home of its own.
    Wine { program: PathBuf, home: PathBuf },
    /// QEMU's user mode, with the folder that stands for the other machine's root.
    Qemu { program: PathBuf, root: &'static str },
}

impl Runner {
    /// The start of a command that runs `executable` with the shared libraries of `folder`. Nothing for this machine, where
    /// the loader's path may have to be inherited.
    pub fn command(&self, executable: &Path, folder: &Path) -> Option<Command> {
        match self {
            Runner::Direct => None,
            Runner::Wine { program, home } => {
                let mut command = Command::new(program);
                command.arg(executable).env("WINEPREFIX", home).env("WINEDEBUG", "-all");
                // Wine shows this machine's root as its drive Z; it is neither to touch menus nor to ask for .NET and HTML.
                command.env("WINEPATH", format!("Z:{}", folder.display().to_string().replace('/', "\\")));
                command.env("WINEDLLOVERRIDES", "winemenubuilder.exe,mscoree,mshtml=").env_remove("DISPLAY");
                Some(command)
            }
            Runner::Qemu { program, root } => {
                let mut command = Command::new(program);
                command.args(["-L", root, "-E"]).arg(format!("LD_LIBRARY_PATH={}", folder.display()));
                command.arg(executable);
                Some(command)
            }
        }
    }
}

/// A machine other than this one.
pub struct Target {
    /// What the chores call it; the name of its part of the test run.
    pub name: &'static str,
    /// Rust's name.
    pub triple: &'static str,
    pub system: System,
    c: Tool,
    cpp: Tool,
    /// How Debian's Rust gets its standard library.
    pub standard_library: StandardLibrary,
    emulator: Emulator,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum StandardLibrary {
    /// Built from its sources along with ours.
    FromSources,
    /// That of Debian for another processor, by its name there.
    FromPort(&'static str),
}

enum Emulator {
    Wine,
    Qemu(&'static Tool, &'static str),
}

const fn compiler(program: &'static str, package: &'static str) -> Tool {
    Tool { program, package, elsewhere: "install this cross compiler", need: Need::Required }
}

/// Where Wine's 64-bit program may lie; Debian's has no place on the search path.
const WINE: [Tool; 3] = [
    Tool { program: "wine64", package: "wine64", elsewhere: "install Wine (winehq.org)", need: Need::Required },
    Tool {
        program: "/usr/lib/wine/wine64",
        package: "wine64",
        elsewhere: "install Wine (winehq.org)",
        need: Need::Required,
    },
    Tool { program: "wine", package: "wine64", elsewhere: "install Wine (winehq.org)", need: Need::Required },
];

const QEMU_AARCH64: Tool = Tool {
    program: "qemu-aarch64",
    package: "qemu-user",
    elsewhere: "install QEMU's user mode (Linux only)",
    need: Need::Required,
};

pub const WINDOWS: Target = Target {
    name: "windows",
    triple: "x86_64-pc-windows-gnu",
    system: System::Windows,
    c: compiler("x86_64-w64-mingw32-gcc-posix", "g++-mingw-w64-x86-64-posix"),
    cpp: compiler("x86_64-w64-mingw32-g++-posix", "g++-mingw-w64-x86-64-posix"),
    standard_library: StandardLibrary::FromSources,
    emulator: Emulator::Wine,
};

pub const ARM: Target = Target {
    name: "arm",
    triple: "aarch64-unknown-linux-gnu",
    system: System::Linux,
    c: compiler("aarch64-linux-gnu-gcc", "g++-aarch64-linux-gnu"),
    cpp: compiler("aarch64-linux-gnu-g++", "g++-aarch64-linux-gnu"),
    standard_library: StandardLibrary::FromPort("arm64"),
    emulator: Emulator::Qemu(&QEMU_AARCH64, "/usr/aarch64-linux-gnu"),
};

impl Target {
    /// Targets whose tests run here by way of an emulator.
    pub const EMULATED: [&'static Target; 2] = [&WINDOWS, &ARM];

    pub fn compiler(&self, language: Language) -> &Tool {
        match language {
            Language::C => &self.c,
            Language::Cpp => &self.cpp,
        }
    }

    /// What runs its programs here, or why nothing does.
    pub fn runner(&self, workspace: &Workspace) -> Result<Runner, String> {
        match self.emulator {
            Emulator::Wine => {
                let found = WINE.iter().find_map(Toolbox::look);
                let program = found.map_or_else(|| workspace.toolbox.find(&WINE[1]), Ok)?;
                Ok(Runner::Wine { program, home: workspace.target.join("xtask").join("wine") })
            }
            Emulator::Qemu(tool, root) => Ok(Runner::Qemu { program: workspace.toolbox.find(tool)?, root }),
        }
    }
}
