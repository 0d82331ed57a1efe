//! `pod-disruption-budgets`, joined with the pods they select.

use super::convert::{created, int_or_percent, observed, owned};
use super::page::{MOST, Query, agrees, named};
use crate::Snapshot;
use crate::object::PodDisruptionBudget;
use sdo_model::contract::pod_disruption_budgets::{BudgetFilter, BudgetPage, BudgetRow, PodDisruptionBudgets};
use sdo_model::{Call, Kind, State, Stop};

impl PodDisruptionBudgets for Snapshot {
    fn query(&self, call: &mut Call, filter: &BudgetFilter) -> Result<BudgetPage, Stop> {
        let sees_pods = call.may_read(Kind::Pod);
        let query = Query::<PodDisruptionBudget>::new(self, named!(filter));
        let (rows, total) = query.page(
            call,
            |id, budget| self.budget_matches(filter, id, budget, sees_pods),
            |id, budget| self.budget_row(id, budget, sees_pods),
        )?;
        Ok(BudgetPage { rows, total })
    }

    fn count(&self, call: &mut Call, filter: &BudgetFilter) -> Result<u32, Stop> {
        let sees_pods = call.may_read(Kind::Pod);
        let query = Query::<PodDisruptionBudget>::new(self, named!(filter));
        query.count(call, |id, budget| self.budget_matches(filter, id, budget, sees_pods))
    }

    fn pods_of(&self, call: &mut Call, id: u32) -> Result<Vec<u32>, Stop> {
        if !call.may_read(Kind::PodDisruptionBudget) || !call.may_read(Kind::Pod) {
            return Ok(Vec::new());
        }
        let pods = self.budget_pods(id);
        call.scan(pods.len().min(MOST))?;
        Ok(pods.iter().take(MOST).map(|pod| Kind::Pod.id(*pod as usize)).collect())
    }
}

impl Snapshot {
    /// Indexes of the pods that the budget behind `id` selects and that have not ended.
    fn budget_pods(&self, id: u32) -> &[u32] {
        let all = self.memo.budget_pods.get_or_init(|| {
            let budgets = self.all::<PodDisruptionBudget>().iter();
            budgets.map(|budget| selected(self, budget)).collect()
        });
        match Kind::of_id(id) {
            Some((Kind::PodDisruptionBudget, index)) => all.get(index).map_or(&[], |pods| pods),
            _ => &[],
        }
    }

    fn budget_matches(&self, filter: &BudgetFilter, id: u32, budget: &PodDisruptionBudget, sees_pods: bool) -> bool {
        // With pods out of sight nobody can say that there are few.
        let complete = || sees_pods && self.state(Kind::Pod, Some(&budget.meta.namespace)) == State::Complete;
        agrees(filter.blocked, budget.status.disruptions_allowed.u32() == 0)
            && filter
                .max_pods
                .is_none_or(|most| complete() && self.budget_pods(id).len() <= most as usize)
    }

    fn budget_row(&self, id: u32, budget: &PodDisruptionBudget, sees_pods: bool) -> BudgetRow {
        let (spec, status) = (&budget.spec, &budget.status);
        let pods = if sees_pods { self.budget_pods(id).len() } else { 0 };
        BudgetRow {
            id,
            namespace: owned(&budget.meta.namespace),
            name: owned(&budget.meta.name),
            min_available: spec.min_available.as_ref().map(int_or_percent),
            max_unavailable: spec.max_unavailable.as_ref().map(int_or_percent),
            has_selector: spec.selector.is_some(),
            healthy: status.current_healthy.u32(),
            desired: status.desired_healthy.u32(),
            expected: status.expected_pods.u32(),
            allowed: status.disruptions_allowed.u32(),
            pods: u32::try_from(pods).unwrap_or(u32::MAX),
            observed: observed(&budget.meta, status.observed_generation),
            created: created(&budget.meta),
        }
    }
}

fn selected(snapshot: &Snapshot, budget: &PodDisruptionBudget) -> Box<[u32]> {
    let Some(selector) = &budget.spec.selector else {
        return Box::default();
    };
    let pods = snapshot.index().pods_selected(&budget.meta.namespace, selector);
    let facts = snapshot.index().pod_facts();
    pods.into_iter()
        .filter(|pod| facts.get(*pod as usize).is_some_and(|facts| !facts.has_ended()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::fixture::snapshot;

    fn budgets() -> Snapshot {
        let budget = |name: &str, selector: &str| {
            format!(
                r#"{{"apiVersion":"policy/v1","kind":"PodDisruptionBudget","metadata":{{"name":"{name}","namespace":"demo"}},
                "spec":{{"minAvailable":"50%"{selector}}},"status":{{"disruptionsAllowed":0,"expectedPods":2}}}}"#
            )
        };
        let pod = |name: &str, phase: &str| {
            format!(
                r#"{{"apiVersion":"v1","kind":"Pod","metadata":{{"name":"{name}","namespace":"demo","labels":{{"app":"web"}}}},"status":{{"phase":"{phase}"}}}}"#
            )
        };
        let objects = [
            budget("all", r#","selector":{}"#),
            budget("none", ""),
            budget(
                "some",
                r#","selector":{"matchExpressions":[{"key":"app","operator":"In","values":["web"]}]}"#,
            ),
            pod("done", "Succeeded"),
            pod("web", "Running"),
        ];
        snapshot(&objects.iter().map(String::as_str).collect::<Vec<_>>())
    }

    #[test]
    fn an_empty_selector_selects_all_and_an_absent_one_none() {
        let page = PodDisruptionBudgets::query(&budgets(), &mut Call::unlimited(), &BudgetFilter::default()).unwrap();
        let pods: Vec<_> = page
            .rows
            .iter()
            .map(|row| (row.name.as_str(), row.pods, row.has_selector))
            .collect();
        assert_eq!(pods, [("all", 1, true), ("none", 0, false), ("some", 1, true)]);
    }

    #[test]
    fn few_pods_can_be_told_only_where_pods_can_be_seen() {
        let filter = BudgetFilter {
            max_pods: Some(0),
            ..BudgetFilter::default()
        };
        assert_eq!(
            PodDisruptionBudgets::count(&budgets(), &mut Call::unlimited(), &filter),
            Ok(1)
        );
        let blind = sdo_model::KindSet::ALL.without(Kind::Pod);
        assert_eq!(
            PodDisruptionBudgets::count(&budgets(), &mut Call::new(u64::MAX, blind), &filter),
            Ok(0)
        );
    }
}
