//! `cargo xtask playground`: builds the WebAssembly module and shows the page in `playground` on this machine alone.

use std::collections::BTreeMap;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use oxhttp::model::header::HeaderName;
use oxhttp::model::{Body, HeaderValue, Response, StatusCode};
use oxhttp::{ListeningServer, Server};

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
    site.server.join()?;
    Ok(true)
}

/// The page, given out by threads of its own until the process ends.
pub struct Site {
    address: SocketAddr,
    server: ListeningServer,
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
        // The server does not tell which port it got, so a free one is found first.
        let address = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .and_then(|found| found.local_addr())
            .with_context(|| format!("listen on port {port}"))?;
        let server = Server::new(move |request| answer(&files, request.uri().path())).bind(address).spawn()?;
        Ok(Self { address, server })
    }

    pub fn address(&self) -> String {
        format!("http://{}/", self.address)
    }
}

fn answer(files: &BTreeMap<String, PathBuf>, path: &str) -> Response<Body> {
    let found = files.get(path).and_then(|file| Some((kind(file), fs::read(file).ok()?)));
    let Some((kind, bytes)) = found else {
        let mut missing = Response::new(Body::from("there is no such file"));
        *missing.status_mut() = StatusCode::NOT_FOUND;
        return missing;
    };
    let mut response = Response::new(Body::from(bytes));
    for (name, value) in HEADERS.into_iter().chain([("Content-Type", kind)]) {
        response.headers_mut().insert(
            HeaderName::from_bytes(name.as_bytes()).expect("the names are plain text"),
            HeaderValue::from_static(value),
        );
    }
    response
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
