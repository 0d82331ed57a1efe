//! Markdown, for an issue or a chat. Texts of the cluster stay texts: no link, image, HTML or mention comes of them.

use crate::render::{time, trouble};
use crate::report::Report;
use sdo_model::finding::Severity;
use sdo_pipeline::Finding;
use std::fmt::Write;

/// Effects listed under one cause.
const MAX_EFFECTS: usize = 20;

/// The whole page.
pub fn render(report: &Report) -> String {
    let mut page = String::from("# sdo check\n\n");
    let captured = report.time.map_or_else(
        || "time of capture unknown".to_owned(),
        |time| format!("captured {}", time::date(time)),
    );
    let _ = writeln!(
        page,
        "{}, {} nodes, {} objects, {captured}\n",
        text(&report.release()),
        report.nodes,
        report.objects
    );
    let levels = [Severity::Critical, Severity::Warning, Severity::Info]
        .map(|level| format!("{} {}", report.count(level), level.as_str()));
    let _ = writeln!(page, "**{}**", levels.join(", "));
    report
        .round
        .findings
        .iter()
        .for_each(|finding| page.push_str(&cause(finding, report.time)));
    page.push_str(&unknown(report));
    page
}

fn cause(finding: &Finding, now: Option<i64>) -> String {
    let severity = finding.severity.as_str().to_uppercase();
    let mut part = format!(
        "\n## {severity}: {}\n\n{}\n\n",
        text(&finding.primary.to_string()),
        text(&finding.summary)
    );
    let _ = writeln!(part, "- rule: {}", code(&finding.rule));
    if let Some((now, since)) = now.zip(finding.since) {
        let _ = writeln!(part, "- for {}", time::duration(now - since));
    }
    for evidence in &finding.evidence {
        let _ = writeln!(
            part,
            "- {} {}: {}",
            text(&evidence.object.to_string()),
            code(&evidence.path),
            code(&evidence.value)
        );
    }
    for effect in finding.effects.iter().take(MAX_EFFECTS) {
        let rule = effect
            .rule
            .as_ref()
            .map(|rule| format!(" ({})", code(rule)))
            .unwrap_or_default();
        let _ = writeln!(part, "- explains {}{rule}", text(&effect.object.to_string()));
    }
    if finding.effects.len() > MAX_EFFECTS {
        let _ = writeln!(part, "- explains {} more", finding.effects.len() - MAX_EFFECTS);
    }
    for next in &finding.next {
        let _ = writeln!(part, "- next: {}", code(next));
    }
    part
}

fn unknown(report: &Report) -> String {
    let unknown = report.round.unknown.iter().map(|entry| {
        format!(
            "- {}: {} {}\n",
            code(&entry.rule),
            text(&entry.kind),
            text(&entry.reason)
        )
    });
    let broken = report.round.detectors.iter().filter(|run| !run.status.is_good());
    let broken = broken.map(|run| format!("- detector {} {}\n", code(&run.name), text(&trouble(run))));
    let problems = report
        .problems
        .iter()
        .map(|(path, what)| format!("- {}: {}\n", code(path), text(what)));
    let lines: String = unknown.chain(broken).chain(problems).collect();
    if lines.is_empty() {
        lines
    } else {
        format!("\n## Unknown\n\n{lines}")
    }
}

/// A text with everything escaped that Markdown would read, automatic links and mentions included.
fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '(' | ')' | '#' | '+' | '!' | '|' | '~' | '$' => {
                out.push('\\');
                out.push(character);
            }
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '@' => out.push_str("&#64;"),
            _ => out.push(character),
        }
    }
    // A backslash inside keeps `http://` and `www.` from becoming links.
    out.replace("://", "\\://").replace("www.", "www\\.")
}

/// A code span, fenced by more backticks than it holds.
fn code(text: &str) -> String {
    let longest = text
        .split(|character| character != '`')
        .map(str::len)
        .max()
        .unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{fence}{pad}{text}{pad}{fence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_a_link_and_html_stay_text() {
        let shown = text("![x](https://evil.example/?q) <img src=x> @everyone www.evil.example");
        assert_eq!(
            shown,
            "\\!\\[x\\]\\(https\\://evil.example/?q\\) &lt;img src=x&gt; &#64;everyone www\\.evil.example"
        );
    }

    #[test]
    fn backticks_do_not_end_a_code_span() {
        assert_eq!(code("a``b"), "```a``b```");
        assert_eq!(code("`"), "`` ` ``");
    }
}
