//! All rows of a query, page after page.

use alloc::vec::Vec;

/// A filter that can fetch its rows in pages.
pub trait Query: Sized {
    /// A row of the answer.
    type Row;

    /// The next page, as the filter stands.
    fn page(&self) -> Vec<Self::Row>;

    /// Moves the filter past `last`.
    fn advance(&mut self, last: &Self::Row);

    /// Every row that matches, in order, fetched 1000 at a time.
    fn rows(self) -> Rows<Self> {
        Rows {
            filter: self,
            page: Vec::new().into_iter(),
            last_page: false,
        }
    }
}

/// Most rows in one page: the host's ceiling.
const PAGE: usize = 1000;

/// The rows of a query.
pub struct Rows<Q: Query> {
    filter: Q,
    page: alloc::vec::IntoIter<Q::Row>,
    last_page: bool,
}

impl<Q: Query> Iterator for Rows<Q> {
    type Item = Q::Row;

    fn next(&mut self) -> Option<Q::Row> {
        if let Some(row) = self.page.next() {
            return Some(row);
        }
        if self.last_page {
            return None;
        }
        let page = self.filter.page();
        self.last_page = page.len() < PAGE;
        if let Some(last) = page.last() {
            self.filter.advance(last);
        }
        self.page = page.into_iter();
        self.page.next()
    }
}
