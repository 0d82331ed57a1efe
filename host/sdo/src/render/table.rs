//! Columns that line up, whatever the width of their characters; styles take no room.

use crate::render::style::DIM;
use textwrap::core::display_width;

/// Between two columns.
const GAP: usize = 2;

/// Rows below a header; the last column is not padded.
pub(crate) fn render(header: Vec<String>, rows: Vec<Vec<String>>) -> String {
    let all = || rows.iter().chain([&header]);
    let width = |column: usize| {
        all()
            .filter_map(|row| row.get(column))
            .map(|cell| display_width(cell))
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let last = row.len().saturating_sub(1);
        let cells = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(|(index, (cell, width))| match index == last {
                true => cell.clone(),
                false => format!("{cell}{}", " ".repeat(width.saturating_sub(display_width(cell)) + GAP)),
            });
        cells.collect::<String>().trim_end().to_owned() + "\n"
    };
    let head = line(&header);
    format!(
        "{DIM}{}{DIM:#}\n{}",
        head.trim_end(),
        rows.iter().map(line).collect::<String>()
    )
}
