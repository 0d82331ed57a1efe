//! Columns that line up, whatever the width of their characters; styles take no room.

use crate::render::style::DIM;
use textwrap::core::display_width;

/// Between two columns.
const GAP: usize = 2;

/// Rows below a header; the last column is not padded.
pub(crate) fn render(header: Vec<String>, rows: Vec<Vec<String>>) -> String {
    let all = [header].into_iter().chain(rows).collect();
    let mut lines = aligned(all).into_iter();
    let head = lines.next().unwrap_or_default();
    let rest: String = lines.map(|line| line + "\n").collect();
    format!("{DIM}{head}{DIM:#}\n{rest}")
}

/// A line a row, not ended; the last column is not padded.
pub(crate) fn aligned(rows: Vec<Vec<String>>) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| display_width(cell))
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
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
        cells.collect::<String>().trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}
