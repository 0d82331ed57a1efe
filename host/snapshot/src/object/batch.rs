//! Jobs and CronJobs.

use super::{Condition, LabelSelector, Meta, ObjectReference, PodTemplate, kinds, stored};
use crate::text::{Int, List, MaybeTime, Text};

stored! {
    pub struct Job {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub spec: JobSpec,
        pub status: JobStatus,
    }

    pub struct JobSpec {
        pub parallelism: Option<Int>,
        pub completions: Option<Int>,
        pub completion_mode: Text,
        pub active_deadline_seconds: Option<Int>,
        pub backoff_limit: Option<Int>,
        pub suspend: bool,
        #[serde(rename = "ttlSecondsAfterFinished")]
        pub ttl_seconds_after_finished: Option<Int>,
        pub selector: LabelSelector,
        pub template: PodTemplate,
    }

    pub struct JobStatus {
        pub active: Int,
        pub ready: Int,
        pub succeeded: Int,
        pub failed: Int,
        pub terminating: Int,
        pub start_time: MaybeTime,
        pub completion_time: MaybeTime,
        pub conditions: List<Condition>,
    }

    pub struct CronJob {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub spec: CronJobSpec,
        pub status: CronJobStatus,
    }

    pub struct CronJobSpec {
        pub schedule: Text,
        pub time_zone: Text,
        pub suspend: bool,
        pub concurrency_policy: Text,
        pub starting_deadline_seconds: Option<Int>,
        pub successful_jobs_history_limit: Option<Int>,
        pub failed_jobs_history_limit: Option<Int>,
        pub job_template: JobTemplate,
    }

    pub struct JobTemplate {
        #[serde(rename = "metadata")]
        pub meta: Meta,
        pub spec: JobSpec,
    }

    pub struct CronJobStatus {
        pub active: List<ObjectReference>,
        pub last_schedule_time: MaybeTime,
        pub last_successful_time: MaybeTime,
    }
}

kinds! { Job CronJob }
