//! OpenMetrics text.

/// Series and their values.
#[derive(Clone, Debug, Default)]
pub struct Metrics(Vec<(String, f64)>);

impl Metrics {
    /// Reads what `/metrics` answers; lines that are no samples are passed over.
    pub fn parse(text: &str) -> Self {
        let samples = text.lines().filter(|line| !line.starts_with('#'));
        let pair = |line: &str| {
            let (series, value) = line.rsplit_once(' ')?;
            Some((series.to_owned(), value.parse().ok()?))
        };
        Self(samples.filter_map(pair).collect())
    }

    /// Names of all series, without labels.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(series, _)| name_of(series))
    }

    /// The sum of the series of that name whose labels hold each of `labels`, such as `turn="opened"`.
    pub fn sum(&self, name: &str, labels: &[&str]) -> f64 {
        self.of(name, labels).map(|(_, value)| value).sum()
    }

    /// Sums of a counter by one of its labels, largest first.
    pub fn by(&self, name: &str, label: &str) -> Vec<(String, f64)> {
        let mut sums: Vec<(String, f64)> = Vec::new();
        for (series, value) in self.of(name, &[]) {
            let Some(word) = label_of(series, label) else {
                continue;
            };
            match sums.iter_mut().find(|(known, _)| known == word) {
                Some((_, sum)) => *sum += value,
                None => sums.push((word.to_owned(), value)),
            }
        }
        sums.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        sums
    }

    /// Buckets of a histogram: upper bounds with how many samples lie at or below them.
    pub fn buckets(&self, name: &str) -> Vec<(f64, f64)> {
        let bound = |series: &str| match label_of(series, "le")? {
            "+Inf" => Some(f64::INFINITY),
            bound => bound.parse().ok(),
        };
        let buckets = self.of(name, &[]);
        let mut buckets: Vec<(f64, f64)> = buckets
            .filter_map(|(series, count)| Some((bound(series)?, count)))
            .collect();
        buckets.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        buckets
    }

    fn of<'a>(&'a self, name: &'a str, labels: &'a [&str]) -> impl Iterator<Item = (&'a str, f64)> {
        let fits = move |series: &str| name_of(series) == name && labels.iter().all(|label| series.contains(label));
        self.0
            .iter()
            .filter(move |(series, _)| fits(series))
            .map(|(series, value)| (series.as_str(), *value))
    }
}

fn name_of(series: &str) -> &str {
    series.split_once('{').map_or(series, |(name, _)| name)
}

fn label_of<'a>(series: &'a str, label: &str) -> Option<&'a str> {
    let (_, after) = series.split_once(&format!("{label}=\""))?;
    after.split_once('"').map(|(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_summed_by_name_and_label() {
        let metrics = Metrics::parse(
            "# TYPE sdo_turns counter\nsdo_turns_total{turn=\"opened\"} 3\nsdo_turns_total{turn=\"closed\"} 1\nsdo_x 0.5\n\
             sdo_t_bucket{le=\"0.1\"} 4\nsdo_t_bucket{le=\"+Inf\"} 5\n# EOF\n",
        );
        assert_eq!(metrics.sum("sdo_turns_total", &[]), 4.0);
        assert_eq!(metrics.sum("sdo_turns_total", &["turn=\"opened\""]), 3.0);
        assert_eq!(metrics.sum("sdo_x", &[]), 0.5);
        assert_eq!(
            metrics.by("sdo_turns_total", "turn"),
            [("opened".to_owned(), 3.0), ("closed".to_owned(), 1.0)]
        );
        assert_eq!(metrics.buckets("sdo_t_bucket"), [(0.1, 4.0), (f64::INFINITY, 5.0)]);
    }
}
