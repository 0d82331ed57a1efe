//! A PodDisruptionBudget protects nothing.

use pod_disruption_budgets::BudgetFilter;
use sdo_detector_sdk::prelude::*;

/// Seconds that the pods may be applied after the budget.
const GRACE: i64 = 300;

fn detect(report: &mut Report) {
    // Where pods are not known the filter finds nothing, and that is no answer.
    report.knows("Pod", "");
    for budget in (BudgetFilter {
        max_pods: Some(0),
        ..default()
    })
    .rows()
    {
        if budget.has_selector && budget.expected == 0 && is_older(Some(budget.created), GRACE) {
            report
                .warning(budget.id, "its selector matches no pod, so a drain may take them all")
                .evidence(budget.id, "status.expectedPods", budget.expected)
                .next(format!("kubectl -n {} get pods --show-labels", budget.namespace));
        }
    }
}

detector! {
    name: "disruption-budget-selects-nothing",
    version: "0.1.0",
    title: "A PodDisruptionBudget protects nothing",
    explanation: include_str!("../README.md"),
    detect: detect,
}
