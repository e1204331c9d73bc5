//! What the C header declares, read from its text: functions, structs with their fields, callback types, numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use anyhow::{Context, Result, bail, ensure};

/// One declaration at the header's top level. Enumerations are among the numbers.
enum Declaration {
    Struct(Struct),
    /// A callback's type.
    Alias(String),
    Function {
        name: String,
        text: String,
    },
}

pub struct Struct {
    pub name: String,
    /// As the header writes them, without their semicolon.
    pub fields: Vec<String>,
}

impl Struct {
    /// Whether it may gain fields at its end: callers tell its size.
    pub fn may_grow(&self) -> bool {
        self.fields.first().is_some_and(|field| field == "uint32_t struct_size")
    }

    /// How many of its fields a description has: those that were `known`, where it may have grown since.
    pub fn count_of(&self, known: impl Fn(&str) -> Option<usize>) -> usize {
        let all = self.fields.len();
        if self.may_grow() { known(&self.name).map_or(all, |count| count.min(all)) } else { all }
    }
}

pub struct Surface {
    declarations: Vec<Declaration>,
    /// Constants and enumerators with their numbers as they are written.
    pub numbers: BTreeMap<String, String>,
}

impl Surface {
    pub fn read(header: &str) -> Result<Self> {
        let mut surface = Self { declarations: Vec::new(), numbers: BTreeMap::new() };
        let code = surface.take_directives(&without_comments(header));
        for text in top_level(&code)? {
            surface.add(&text)?;
        }
        ensure!(surface.functions().len() > 20 && surface.structs().count() > 20, "the header was not understood");
        Ok(surface)
    }

    pub fn functions(&self) -> BTreeSet<&str> {
        let functions = self.declarations.iter().filter_map(|declaration| match declaration {
            Declaration::Function { name, .. } => Some(name.as_str()),
            _ => None,
        });
        functions.collect()
    }

    pub fn structs(&self) -> impl Iterator<Item = &Struct> {
        self.declarations.iter().filter_map(|declaration| match declaration {
            Declaration::Struct(declared) => Some(declared),
            _ => None,
        })
    }

    /// A C source that defines each function and names each struct, so that a compiler's debug information describes them all.
    /// `known` is how many fields a struct had that may grow: those after them are left out.
    pub fn source(&self, known: impl Fn(&str) -> Option<usize>) -> String {
        let mut text = "#include <stdint.h>\n".to_owned();
        for declaration in &self.declarations {
            let _ = match declaration {
                Declaration::Alias(alias) => writeln!(text, "{alias};"),
                Declaration::Function { text: function, .. } => writeln!(text, "{function} {{ __builtin_trap(); }}"),
                Declaration::Struct(declared) => {
                    let name = &declared.name;
                    let body = declared.fields[..declared.count_of(&known)].join("; ");
                    writeln!(
                        text,
                        "typedef struct {name} {{ {body}; }} {name};\nvoid type_{name}({name} *value) {{ (void)value; }}"
                    )
                }
            };
        }
        text
    }

    /// Takes the numbers out of `#define` lines; what is left has no directive and nothing that only C++ sees.
    fn take_directives(&mut self, text: &str) -> String {
        let mut code = String::new();
        let mut only_cpp = false;
        for line in text.lines() {
            match line.strip_prefix('#') {
                Some(directive) if directive.starts_with("ifdef __cplusplus") => only_cpp = true,
                Some(directive) if directive.starts_with("endif") => only_cpp = false,
                Some(directive) => {
                    let number = directive.strip_prefix("define ").and_then(|rest| rest.split_once(' '));
                    if let Some((name, number)) = number {
                        self.numbers.insert(name.to_owned(), number.trim().to_owned());
                    }
                }
                None if only_cpp => {}
                None => {
                    code += line;
                    code.push('\n');
                }
            }
        }
        code
    }

    fn add(&mut self, text: &str) -> Result<()> {
        if let Some((name, body)) = braced(text, "typedef struct ") {
            let fields = body.split(';').map(str::trim).filter(|field| !field.is_empty()).map(str::to_owned).collect();
            self.declarations.push(Declaration::Struct(Struct { name: name.to_owned(), fields }));
        } else if let Some((_, body)) = braced(text, "typedef enum ") {
            for enumerator in body.split(',').map(str::trim).filter(|enumerator| !enumerator.is_empty()) {
                let (name, number) = enumerator.split_once(" = ").context("an enumerator without a number")?;
                self.numbers.insert(name.to_owned(), number.to_owned());
            }
        } else if text.starts_with("typedef ") {
            self.declarations.push(Declaration::Alias(text.to_owned()));
        } else {
            let (before, _) = text.split_once('(').with_context(|| format!("not understood: {text}"))?;
            let name = before.rsplit([' ', '*']).next().unwrap_or_default().to_owned();
            ensure!(name.starts_with("phx_"), "not a function of ours: {text}");
            self.declarations.push(Declaration::Function { name, text: text.to_owned() });
        }
        Ok(())
    }
}

/// Name and body of `start Name { body } Name`.
fn braced<'a>(text: &'a str, start: &str) -> Option<(&'a str, &'a str)> {
    let (name, rest) = text.strip_prefix(start)?.split_once('{')?;
    Some((name.trim(), rest.rsplit_once('}')?.0))
}

/// The declarations, each on one line.
fn top_level(code: &str) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let mut depth = 0_usize;
    let mut text = String::new();
    for letter in code.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.checked_sub(1).context("a brace too many")?,
            _ => {}
        }
        if letter == ';' && depth == 0 {
            found.push(text.split_whitespace().collect::<Vec<_>>().join(" "));
            text.clear();
        } else {
            text.push(letter);
        }
    }
    if !text.trim().is_empty() {
        bail!("a declaration has no end: {}", text.trim());
    }
    Ok(found)
}

fn without_comments(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*") {
        code += before;
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    for line in rest.lines() {
        code += line.split("//").next().unwrap_or_default();
        code.push('\n');
    }
    code
}
