//! What the README, the guide and the Unity package's pages show in C, C++ and C# is true: each such block is a file of its
//! own that compiles strictly. One in C or C++ with a `main` is linked to the shared library and run; one in C# is a Unity
//! script that is compiled with the package against stand-ins for the engine, and whose `Start`, if it has one, is run. (C++
//! for the Unreal plugin is tried by the part `unreal`.) Links between the pages lead somewhere.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use pulldown_cmark::{Event, Parser, Tag};

use crate::compiler::{self, Language};
use crate::csharp::{self, Assembly, Mono, Output};
use crate::ledger::Ledger;
use crate::native_library::Link;
use crate::process;
use crate::program::Program;
use crate::snippets::{self, Snippet, Written};
use crate::unity_package;
use crate::workspace::Workspace;

/// The pages beside those in docs.
const PAGES: [&str; 4] =
    ["README.md", "bindings/unity/README.md", "bindings/unity/Documentation~/index.md", "unreal_plugin/README.md"];
/// The guide's folder, and how many pages it may have.
const GUIDE: &str = "docs/guide";
const MOST_PAGES: usize = 10;

struct Page {
    /// As the ledger shows it, such as "docs/guide/ground.md".
    name: String,
    text: String,
    snippets: Vec<Snippet>,
}

impl Page {
    fn written(&self, written: Written) -> impl Iterator<Item = &Snippet> {
        self.snippets.iter().filter(move |snippet| snippet.written == written)
    }
}

pub fn run(workspace: &Workspace, ledger: &mut Ledger) -> Result<()> {
    let pages = pages(workspace)?;
    for written in [Written::Native(Language::Cpp), Written::CSharp] {
        ensure!(pages[0].written(written).next().is_some(), "README.md shows no {written:?}");
    }
    for page in &pages {
        ledger.check(&format!("{}: its links", page.name), check_links(&workspace.root, page));
    }
    let folder = workspace.scratch("pages")?;
    for language in Language::BOTH {
        try_programs(workspace, ledger, &folder, &pages, language)?;
    }
    if let Some(mono) = csharp::find(workspace, ledger, "C# of the pages") {
        let package = folder.join("Phalanx.dll");
        mono.compile_runtime(workspace, &workspace.root.join(unity_package::FOLDER).join("Runtime"), &package)?;
        for page in &pages {
            for script in page.written(Written::CSharp) {
                let name = folder.join(file_name(page, script));
                let what = format!("{} line {} (mcs)", page.name, script.line);
                ledger.check(&what, try_script(workspace, &mono, &package, &name, script));
            }
        }
    }
    Ok(())
}

fn pages(workspace: &Workspace) -> Result<Vec<Page>> {
    let mut files: Vec<PathBuf> = PAGES.iter().map(|page| workspace.root.join(page)).collect();
    let guide = markdown_in(&workspace.root.join(GUIDE))?;
    ensure!((1..=MOST_PAGES).contains(&guide.len()), "{GUIDE} has {} pages; 1 to {MOST_PAGES} are wanted", guide.len());
    files.extend(guide);
    files.extend(markdown_in(&workspace.root.join("docs"))?);
    let read = |file: &PathBuf| {
        let text = std::fs::read_to_string(file).with_context(|| format!("read {}", file.display()))?;
        Ok(Page { name: workspace.shown(file), snippets: snippets::read(&text), text })
    };
    files.iter().map(read).collect()
}

fn markdown_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| format!("read {}", folder.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "md") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Whether each link to a file of the checkout finds it.
fn check_links(root: &Path, page: &Page) -> Result<()> {
    let folder = root.join(&page.name);
    let folder = folder.parent().context("a page's folder")?;
    for event in Parser::new(&page.text) {
        if let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event {
            let file = dest_url.split('#').next().unwrap_or_default();
            if !file.is_empty() && !file.contains("://") && !folder.join(file).exists() {
                bail!("`{dest_url}` leads nowhere");
            }
        }
    }
    Ok(())
}

fn try_programs(
    workspace: &Workspace,
    ledger: &mut Ledger,
    folder: &Path,
    pages: &[Page],
    language: Language,
) -> Result<()> {
    let compilers = compiler::available(workspace, ledger, language, "snippets of the pages");
    for page in pages {
        for snippet in page.written(Written::Native(language)) {
            let source = folder.join(file_name(page, snippet)).with_extension(language.extension());
            std::fs::write(&source, &snippet.code)?;
            for compiler in &compilers {
                let what = format!("{} line {} ({})", page.name, snippet.line, compiler.name);
                let program = Program { source: &source, language, compiler, link: Link::Shared };
                ledger.check(&what, try_program(workspace, &program, folder, snippet));
            }
        }
    }
    Ok(())
}

fn try_program(workspace: &Workspace, program: &Program, folder: &Path, snippet: &Snippet) -> Result<()> {
    if snippet.code.contains(" main(") {
        let library = workspace.native_library()?;
        return program.build(workspace, library, folder)?.run(workspace, library);
    }
    let mut command = program.compiler.command(workspace, program.language.standard());
    command.arg("-fsyntax-only").arg(program.source);
    process::quiet(&mut command, &program.source.with_extension("log"))
}

/// Tries a script as an assembly of its own that uses the package's.
fn try_script(workspace: &Workspace, mono: &Mono, package: &Path, name: &Path, script: &Snippet) -> Result<()> {
    let source = name.with_extension("cs");
    std::fs::write(&source, &script.code)?;
    let runs = script.code.contains("void Start()");
    let mut sources = vec![source.clone()];
    if runs {
        sources.extend(csharp::sources(workspace, "tests/csharp/script_runner")?);
    }
    let assembly = Assembly {
        sources: &sources,
        output: if runs { Output::Program } else { Output::Library },
        symbols: &[],
        references: &[package.to_owned()],
        takes_unsafe_code: script.code.contains("unsafe class"),
    };
    let made = source.with_extension(if runs { "exe" } else { "dll" });
    mono.compile(&assembly, &made)?;
    if runs { mono.run(workspace, workspace.native_library()?, &made) } else { Ok(()) }
}

/// One name for each snippet, of letters, digits and lines below only.
fn file_name(page: &Page, snippet: &Snippet) -> String {
    format!("{}_{}", page.name, snippet.line).replace(|letter: char| !letter.is_ascii_alphanumeric(), "_")
}
