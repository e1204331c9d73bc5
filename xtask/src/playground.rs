//! `cargo xtask playground`: builds the WebAssembly module and shows the page in `playground` on this machine alone.

use std::collections::BTreeMap;
use std::fs;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use tiny_http::{HTTPVersion, Header, Request, Response, Server};

use crate::wasm;
use crate::workspace::Workspace;

#[derive(clap::Args)]
pub struct Arguments {
    /// Where to listen; 0 takes a free port.
    #[arg(long, default_value_t = 0)]
    port: u16,
}

/// Nothing comes from anywhere else, and the page's clock may be as fine as the browser's.
const HEADERS: [(&str, &str); 5] = [
    (
        "Content-Security-Policy",
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
    ),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Embedder-Policy", "require-corp"),
    ("X-Content-Type-Options", "nosniff"),
    ("Cache-Control", "no-store"),
];

/// Builds the module and serves until the process is ended.
pub fn run(workspace: &Workspace, arguments: &Arguments) -> Result<bool> {
    let module = wasm::find(workspace).map_err(anyhow::Error::msg)?.build(workspace)?;
    let site = Site::open(workspace, &module, arguments.port)?;
    println!("\nThe playground is at {} (Ctrl+C ends it).", site.address());
    site.serve();
    Ok(true)
}

/// The page's files by their paths, and the socket on which they are given out.
pub struct Site {
    files: BTreeMap<String, PathBuf>,
    server: Server,
}

impl Site {
    /// Listens on this machine's own address. A file is read anew for each request, so that changes show on a reload.
    pub fn open(workspace: &Workspace, module: &Path, port: u16) -> Result<Self> {
        let folder = workspace.root.join("playground");
        let mut files = BTreeMap::new();
        enter_files(&folder, "/", &mut files)?;
        let index = files.get("/index.html").context("playground/index.html")?.clone();
        files.insert("/".to_owned(), index);
        files.insert("/phalanx.wasm".to_owned(), module.to_path_buf());
        files.insert("/phalanx.h".to_owned(), workspace.root.join("include/phalanx.h"));
        files.insert("/bubenec.town".to_owned(), workspace.root.join("tests/data/bubenec.town"));
        let server =
            Server::http((Ipv4Addr::LOCALHOST, port)).map_err(|error| anyhow!("listen on port {port}: {error}"))?;
        Ok(Self { files, server })
    }

    pub fn address(&self) -> String {
        format!("http://{}/", self.server.server_addr())
    }

    /// Answers requests until [`Self::close`].
    pub fn serve(&self) {
        self.server.incoming_requests().for_each(|request| self.answer(request));
    }

    pub fn close(&self) {
        self.server.unblock();
    }

    fn answer(&self, request: Request) {
        let path = request.url().split('?').next().unwrap_or_default();
        let found = self.files.get(path).and_then(|file| Some((kind(file), fs::read(file).ok()?)));
        let response = match found {
            Some((kind, bytes)) => {
                let mut response = Response::from_data(bytes);
                for (name, value) in HEADERS.iter().chain(&[("Content-Type", kind)]) {
                    response.add_header(Header::from_bytes(*name, *value).expect("the headers are plain text"));
                }
                response
            }
            None => Response::from_data("there is no such file").with_status_code(404),
        };
        // By HTTP 1.0 each connection ends with its answer. The server may queue a new connection behind the others, and it
        // would wait for ever behind those that a browser keeps open. One that went away has no use for an answer.
        let _ = response.raw_print(request.into_writer(), HTTPVersion(1, 0), &[], false, None);
    }
}

fn enter_files(folder: &Path, prefix: &str, files: &mut BTreeMap<String, PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("read {}", folder.display()))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            enter_files(&path, &format!("{prefix}{name}/"), files)?;
        } else {
            files.insert(format!("{prefix}{name}"), path);
        }
    }
    Ok(())
}

fn kind(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("mjs") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        _ => "text/plain; charset=utf-8",
    }
}
