//! The closed sets that labels come from.

/// An enum, its members in order, and the word for each.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$each:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$each])* $variant,)*
        }

        impl $name {
            /// Every member.
            pub const ALL: [$name; [$($name::$variant),*].len()] = [$($name::$variant),*];
            /// The words of all members.
            pub const WORDS: [&'static str; [$($name::$variant),*].len()] = [$($word),*];

            /// The word of the label.
            pub fn as_str(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)*
                }
            }
        }
    };
}

words! {
    /// What a round could see.
    RoundOutcome {
        /// Every kind that is read was complete, and every detector answered.
        Complete = "complete",
        /// Not so.
        Partial = "partial",
    }
}

words! {
    /// How a run of a detector ended, as in `sdo check -o json`.
    Outcome {
        /// Its findings count.
        Finished = "finished",
        /// A kind it needs was not readable.
        NotRun = "not-run",
        /// Its instructions used the fuel up.
        OutOfFuel = "out-of-fuel",
        /// It ran longer than the deadline.
        Deadline = "deadline",
        /// It asked for more memory than a run may have.
        Memory = "memory",
        /// The fuel did not cover the work it asked of the host.
        HostBudget = "host-budget",
        /// It was stopped.
        Trap = "trap",
        /// What it returned is no valid answer.
        BadOutput = "bad-output",
        /// It was not let in.
        Refused = "refused",
        /// Compiling it took more than it may.
        CompileLimit = "compile-limit",
        /// The host failed.
        HostError = "host-error",
        /// A word that is not known here.
        Other = "other",
    }
}

words! {
    /// What a watch told.
    WatchEvent {
        /// There is a new object.
        Added = "added",
        /// An object changed.
        Modified = "modified",
        /// An object is gone.
        Deleted = "deleted",
        /// Nothing happened up to here.
        Bookmark = "bookmark",
        /// The watch failed.
        Error = "error",
    }
}

words! {
    /// Why a kind is read as a whole.
    Relist {
        /// For the first time.
        First = "first",
        /// The server no longer knows where the watch stood.
        Expired = "expired",
        /// What the watch sent could not be understood.
        Invalid = "invalid",
        /// It was refused or not served, and is tried again.
        Retry = "retry",
    }
}

words! {
    /// What the API server is asked.
    ApiVerb {
        /// One object.
        Get = "get",
        /// Objects of a kind.
        List = "list",
        /// Changes of a kind.
        Watch = "watch",
        /// A new object: an Event, a review of a token.
        Create = "create",
        /// A changed object: the Lease, an Event that happened again.
        Update = "update",
        /// What there is: versions, kinds.
        Discover = "discover",
    }
}

words! {
    /// What became of a request.
    ApiAnswer {
        /// It was answered.
        Ok = "ok",
        /// Too many requests.
        Throttled = "throttled",
        /// Not authenticated or not allowed.
        Refused = "refused",
        /// Not there, or no longer.
        Gone = "gone",
        /// Any other error of the server.
        Failed = "failed",
        /// No answer.
        Unreachable = "unreachable",
    }
}

words! {
    /// Who is told.
    Sink {
        /// Events on the object.
        KubernetesEvent = "kubernetes-event",
        /// Alertmanager.
        Alertmanager = "alertmanager",
        /// A webhook.
        Webhook = "webhook",
        /// The log on standard output.
        Log = "log",
    }
}

words! {
    /// What became of a notification.
    Delivery {
        /// It was taken.
        Sent = "sent",
        /// It was not, and will be tried again.
        Retried = "retried",
        /// It was given up.
        Failed = "failed",
        /// It was not tried: too many at once, or too many of one kind.
        Dropped = "dropped",
    }
}

words! {
    /// What is dropped when there is too much of it.
    Dropped {
        /// A reader of `/v1/events` that was too slow.
        StreamClient = "stream-client",
        /// A notification.
        Notification = "notification",
        /// A run of a detector, put off because the host is overloaded.
        DetectorRun = "detector-run",
        /// An object that is too large or malformed.
        Object = "object",
    }
}

words! {
    /// Statuses of HTTP answers.
    StatusClass {
        /// Answered.
        Success = "2xx",
        /// Somewhere else, or not changed.
        Redirect = "3xx",
        /// Refused.
        Refused = "4xx",
        /// Failed.
        Failed = "5xx",
    }
}

impl StatusClass {
    /// The class of a status.
    pub fn of(status: u16) -> Self {
        match status {
            ..300 => StatusClass::Success,
            300..400 => StatusClass::Redirect,
            400..500 => StatusClass::Refused,
            500.. => StatusClass::Failed,
        }
    }
}

/// The member of `all` that has that word.
pub(crate) fn word_of<T: Copy>(all: &[T], as_str: fn(T) -> &'static str, word: &str) -> Option<T> {
    all.iter().copied().find(|member| as_str(*member) == word)
}
