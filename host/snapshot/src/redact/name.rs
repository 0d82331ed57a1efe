//! Which names promise a credential, and which values are one rather than a reference to one.

/// Parts of names that hold credentials, lower-case without separators.
const CREDENTIAL: &[&str] = &[
    "password",
    "passwd",
    "passphrase",
    "secret",
    "token",
    "apikey",
    "accesskey",
    "privatekey",
    "credential",
    "authkey",
    "signingkey",
    "encryptionkey",
    "connectionstring",
];

/// Ends of names that only say where a credential is, or how it is handled.
const ABOUT: &[&str] = &[
    "name",
    "namespace",
    "file",
    "path",
    "dir",
    "ref",
    "url",
    "uri",
    "endpoint",
    "host",
    "port",
    "ttl",
    "expiry",
    "expiration",
    "seconds",
    "timeout",
    "duration",
    "length",
    "enabled",
    "disabled",
    "required",
    "type",
    "class",
    "policy",
    "mode",
    "issuer",
    "audience",
    "tokens",
    "secrets",
    "passwords",
    "provider",
    "store",
    "version",
    "id",
    "rotation",
    "interval",
    "limit",
];

/// Whether a field, variable or flag of this name usually holds a credential.
pub fn is_credential(name: &str) -> bool {
    let plain: String = name
        .chars()
        .filter(|letter| letter.is_ascii_alphanumeric())
        .map(|letter| letter.to_ascii_lowercase())
        .collect();
    let short = plain.ends_with("pwd") && plain != "pwd" && plain != "oldpwd";
    let named = CREDENTIAL.iter().any(|part| plain.contains(part));
    (named || short) && !ABOUT.iter().any(|end| plain.ends_with(end))
}

/// Whether a value is a credential itself, not a path, a reference to a variable, a template, a switch or a mask.
pub(super) fn is_literal(value: &str) -> bool {
    let elsewhere =
        value.starts_with(['/', '$', '%', '<', '*', '@']) || value.starts_with("{{") || value.starts_with("./");
    let word = ["true", "false", "null", "none", "nil", "undefined"]
        .iter()
        .any(|word| value.eq_ignore_ascii_case(word));
    !value.is_empty() && !elsewhere && !word
}
