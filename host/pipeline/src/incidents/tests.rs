//! What people are told, by example and in general.

mod bounds;
mod details;
mod properties;
mod random;
mod restart;
mod stories;
mod story;
