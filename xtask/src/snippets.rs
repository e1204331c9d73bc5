//! The code that pages show: fenced blocks in C, C++ and C#, each with the line on which it begins.

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

use crate::compiler::Language;

/// What a block is written in, and for whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// A program, or a part of one, against the headers.
    Native(Language),
    /// A script against the Unity package.
    CSharp,
    /// C++ against the Unreal plugin: its fence says `cpp unreal`.
    Unreal,
}

pub struct Snippet {
    pub written: Written,
    pub code: String,
    /// The line of the page on which its code begins, counted from 1.
    pub line: usize,
}

/// The blocks of a page, in their order.
pub fn read(text: &str) -> Vec<Snippet> {
    let mut found = Vec::new();
    let mut current: Option<Snippet> = None;
    for (event, range) in Parser::new(text).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(name))) => {
                let Some(written) = written_in(&name) else { continue };
                let line = text[..range.start].matches('\n').count() + 2;
                current = Some(Snippet { written, code: String::new(), line });
            }
            Event::Text(code) => {
                if let Some(snippet) = &mut current {
                    snippet.code.push_str(&code);
                }
            }
            Event::End(TagEnd::CodeBlock) => found.extend(current.take()),
            _ => {}
        }
    }
    found
}

fn written_in(fence: &str) -> Option<Written> {
    let mut words = fence.split([' ', ',']);
    Some(match (words.next()?, words.next()) {
        ("c", _) => Written::Native(Language::C),
        ("cpp", Some("unreal")) => Written::Unreal,
        ("cpp", _) => Written::Native(Language::Cpp),
        ("csharp", _) => Written::CSharp,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_fenced_blocks_in_known_languages_are_snippets_and_each_knows_its_line() {
        let text = "# Title\n\n```cpp\nint a;\nint b;\n```\ntext `int c;`\n\n```sh\nls\n```\n\n    int d;\n\n```c\nint e;\n```\n```csharp\nint f;\n```\n```cpp unreal\nint g;\n```\n";
        let found: Vec<_> =
            read(text).into_iter().map(|snippet| (snippet.written, snippet.code, snippet.line)).collect();
        assert_eq!(
            found,
            [
                (Written::Native(Language::Cpp), "int a;\nint b;\n".to_owned(), 4),
                (Written::Native(Language::C), "int e;\n".to_owned(), 16),
                (Written::CSharp, "int f;\n".to_owned(), 19),
                (Written::Unreal, "int g;\n".to_owned(), 22),
            ]
        );
    }
}
