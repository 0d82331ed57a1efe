//! Who sent a document: known by a secret that both sides share.

use hmac::{Hmac, KeyInit, Mac};
use reqwest::header::HeaderValue;
use sha2::Sha256;
use std::fmt::Write;

/// `sha256=` and the HMAC-SHA256 of `body` in hexadecimal digits, as `openssl dgst -sha256 -hmac SECRET` prints it.
pub(super) fn signature(secret: &[u8], body: &[u8]) -> Option<HeaderValue> {
    let mut hmac = <Hmac<Sha256> as KeyInit>::new_from_slice(secret).ok()?;
    hmac.update(body);
    let mut text = "sha256=".to_owned();
    for byte in hmac.finalize().into_bytes() {
        write!(text, "{byte:02x}").ok()?;
    }
    HeaderValue::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Test case 2 of RFC 4231.
    #[test]
    fn a_signature_is_the_hmac_of_the_body() {
        let header = signature(b"Jefe", b"what do ya want for nothing?").unwrap();
        let expected = "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert_eq!(header.to_str().unwrap(), expected);
    }
}
