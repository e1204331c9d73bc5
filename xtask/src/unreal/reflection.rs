//! What Unreal's header tool would read: reflected classes, structs and enumerations of a header. Some of its rules are
//! checked, and the files that it would generate are written as far as a compiler needs them.

use std::fmt::Write;

use anyhow::{Context, Result, bail, ensure};

#[derive(Debug, PartialEq, Eq)]
pub struct Property {
    pub name: String,
    /// The text of the macro, to its closing parenthesis.
    pub specifiers: String,
}

/// A reflected class or struct.
#[derive(Debug)]
pub struct Reflected {
    pub name: String,
    pub base: Option<String>,
    /// The line of its GENERATED_BODY, counted from 1.
    body_line: usize,
    pub properties: Vec<Property>,
}

/// Reads a header whose file name without its ending is `stem`. A header that reflects nothing gives nothing.
///
/// # Errors
/// What the header tool would refuse: a missing or misplaced include of the generated file, a type without its macro or
/// with a prefix that is not its kind's, an enumeration without 0. Also a property or a function without a comment, which is
/// its tooltip, and a node whose settings must be wired.
pub fn read(stem: &str, text: &str) -> Result<Vec<Reflected>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found: Vec<Reflected> = Vec::new();
    let mut has_macros = false;
    for (at, line) in lines.iter().enumerate() {
        let place = || format!("{stem}.h:{}", at + 1);
        let trimmed = line.trim();
        if line.starts_with("UENUM(") {
            has_macros = true;
            check_enumeration(&lines[at + 1..]).with_context(place)?;
        } else if line.starts_with("UCLASS(") || line.starts_with("USTRUCT(") {
            has_macros = true;
            found.push(read_type(&lines, at).with_context(place)?);
        } else if trimmed == "GENERATED_BODY()" {
            let known = found.last().is_some_and(|last| last.body_line == at + 1);
            ensure!(known, "{}: GENERATED_BODY does not follow the brace of a reflected type", place());
        } else if trimmed.starts_with("UPROPERTY(") {
            ensure!(at > 0 && lines[at - 1].trim().ends_with("*/"), "{}: a property without a tooltip", place());
            let owner = found.last_mut().with_context(place)?;
            owner.properties.push(read_property(trimmed, lines.get(at + 1).copied()).with_context(place)?);
        } else if trimmed.starts_with("UFUNCTION(") {
            ensure!(at > 0 && lines[at - 1].trim().ends_with("*/"), "{}: a function without a tooltip", place());
            check_node(trimmed, &lines[at + 1..]).with_context(place)?;
        }
    }
    check_generated_include(stem, &lines, has_macros)?;
    Ok(found)
}

/// The file that the header tool would write beside a header, for a compiler that only looks.
pub fn generated(stem: &str, types: &[Reflected]) -> String {
    let mut text = format!("#undef CURRENT_FILE_ID\n#define CURRENT_FILE_ID STUB_{stem}\n");
    for reflected in types {
        let base = reflected.base.as_ref().map(|base| format!("using Super = {base}; ")).unwrap_or_default();
        // As the real one, the body of a class leaves its members private and that of a struct public.
        let access = if reflected.name.starts_with('F') { "public:" } else { "private:" };
        let line = reflected.body_line;
        let _ = writeln!(
            text,
            "#define STUB_{stem}_{line}_GENERATED_BODY {base}static UScriptStruct* StaticStruct(); {access}"
        );
    }
    text
}

fn read_type(lines: &[&str], at: usize) -> Result<Reflected> {
    let is_class = lines[at].starts_with("UCLASS(");
    let declaration = lines.get(at + 1).copied().unwrap_or_default();
    let keyword = if is_class { "class " } else { "struct " };
    let rest = declaration.strip_prefix(keyword).with_context(|| format!("`{declaration}` is no {keyword}"))?;
    let (head, base) = match rest.split_once(" : public ") {
        Some((head, base)) => (head, Some(base.trim().to_owned())),
        None => (rest, None),
    };
    let name = head.split_whitespace().last().context("it has no name")?.to_owned();
    ensure!(name.starts_with(if is_class { 'U' } else { 'F' }), "{name} has not its kind's prefix");
    ensure!(head.starts_with("PHALANX_API "), "{name} is not exported by PHALANX_API");
    let body_line = at + 4;
    ensure!(
        lines.get(at + 2) == Some(&"{") && lines.get(at + 3).is_some_and(|line| line.trim() == "GENERATED_BODY()"),
        "{name} does not begin with GENERATED_BODY()"
    );
    Ok(Reflected { name, base, body_line, properties: Vec::new() })
}

fn read_property(specifiers: &str, declaration: Option<&str>) -> Result<Property> {
    let declaration = declaration.unwrap_or_default().trim();
    let head = declaration.split([';', '=']).next().unwrap_or_default();
    let name = head.split_whitespace().last().with_context(|| format!("`{declaration}` is no property"))?;
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic());
    ensure!(is_name && declaration.ends_with(';'), "`{declaration}` is no property");
    Ok(Property { name: name.to_owned(), specifiers: specifiers.to_owned() })
}

/// Blueprints cannot leave a reference open unless its value is made for them; a struct with settings has good defaults.
fn check_node(specifiers: &str, after: &[&str]) -> Result<()> {
    let lines = after.iter().position(|line| line.trim_end().ends_with(';')).context("the declaration has no end")?;
    let declaration = after[..=lines].concat();
    for parameter in declaration.split(['(', ',', ')']).map(str::trim) {
        if let Some(name) = parameter.strip_prefix("const FPhalanx").and_then(|rest| rest.split_once("Settings& ")) {
            let is_made = specifiers.contains("AutoCreateRefTerm = ") && specifiers.contains(name.1);
            ensure!(is_made, "{} must be wired, since AutoCreateRefTerm does not name it", name.1);
        }
    }
    Ok(())
}

fn check_enumeration(after: &[&str]) -> Result<()> {
    let declaration = after.first().copied().unwrap_or_default();
    let Some(rest) = declaration.strip_prefix("enum class ") else { bail!("`{declaration}` is no enum class") };
    ensure!(rest.starts_with('E') && rest.ends_with(" : uint8"), "`{declaration}` is not an E… of uint8");
    let body = after.iter().skip(2).take_while(|line| **line != "};");
    let has_zero = body.into_iter().any(|line| line.trim().trim_end_matches(',').ends_with("= 0"));
    ensure!(has_zero, "`{declaration}` has no 0, which the engine wants");
    Ok(())
}

fn check_generated_include(stem: &str, lines: &[&str], is_wanted: bool) -> Result<()> {
    let includes: Vec<_> = lines.iter().filter(|line| line.starts_with("#include ")).collect();
    let wanted = format!("#include \"{stem}.generated.h\"");
    let position = includes.iter().position(|line| **line == wanted);
    match (is_wanted, position) {
        (true, Some(at)) if at + 1 == includes.len() => Ok(()),
        (true, Some(_)) => bail!("{stem}.h: {stem}.generated.h is not its last include"),
        (true, None) => bail!("{stem}.h reflects something and does not include {stem}.generated.h"),
        (false, None) if !includes.iter().any(|line| line.contains(".generated.h")) => Ok(()),
        (false, _) => bail!("{stem}.h reflects nothing, so there will be no generated file"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = r#"#include "CoreMinimal.h"
#include "Thing.generated.h"

UENUM(BlueprintType)
enum class EKind : uint8
{
	First = 0,
	Second
};

USTRUCT(BlueprintType)
struct PHALANX_API FThing : public FBase
{
	GENERATED_BODY()

	/** How long. */
	UPROPERTY(EditAnywhere, meta = (Units = "cm"))
	double Length = 1.0;

	/** Which. */
	UPROPERTY(EditAnywhere)
	TArray<EKind> Kinds;
};
"#;

    #[test]
    fn types_know_their_base_and_their_properties() {
        let types = read("Thing", HEADER).unwrap();
        assert_eq!(types.len(), 1);
        assert_eq!((types[0].name.as_str(), types[0].base.as_deref()), ("FThing", Some("FBase")));
        let names: Vec<_> = types[0].properties.iter().map(|property| property.name.as_str()).collect();
        assert_eq!(names, ["Length", "Kinds"]);
        assert!(types[0].properties[0].specifiers.contains("Units = \"cm\""));
    }

    #[test]
    fn the_generated_macro_has_the_line_of_the_body() {
        let text = generated("Thing", &read("Thing", HEADER).unwrap());
        let line = HEADER.lines().position(|line| line.contains("GENERATED_BODY()")).unwrap() + 1;
        assert!(text.contains(&format!("#define STUB_Thing_{line}_GENERATED_BODY using Super = FBase; ")), "{text}");
    }

    #[test]
    fn what_the_header_tool_refuses_is_refused() {
        let refused = [
            ("no generated include", HEADER.replace("#include \"Thing.generated.h\"\n", "")),
            (
                "not the last",
                HEADER.replace(
                    "#include \"CoreMinimal.h\"\n#include \"Thing.generated.h\"",
                    "#include \"Thing.generated.h\"\n#include \"CoreMinimal.h\"",
                ),
            ),
            ("no body", HEADER.replace("\tGENERATED_BODY()\n", "")),
            ("another prefix", HEADER.replace("FThing", "Thing")),
            ("no zero", HEADER.replace(" = 0,", " = 1,")),
            ("no tooltip", HEADER.replace("\t/** How long. */\n", "\n")),
            ("a function without a tooltip", format!("{HEADER}\tUFUNCTION()\n\tvoid Do();\n")),
            (
                "settings that must be wired",
                format!(
                    "{HEADER}\t/** Does. */\n\tUFUNCTION()\n\tvoid Do(int A,\n\t\tconst FPhalanxFormationSettings& How);\n"
                ),
            ),
            ("nothing reflected", "#include \"Thing.generated.h\"\n".to_owned()),
        ];
        for (what, header) in refused {
            assert!(read("Thing", &header).is_err(), "{what}");
        }
    }
}
