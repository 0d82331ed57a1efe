use super::*;
use std::os::unix::fs::PermissionsExt;

fn key(component: &[u8]) -> Key {
    Key::new(&Digest::of(component), &[0; 32], &Limits::default())
}

fn bytes(entry: Option<Entry>) -> Option<Vec<u8>> {
    entry.map(|entry| entry.code.0)
}

fn imports() -> Imports {
    serde_json::from_str(
        r#"{"cluster":{"pods":{"full_name":"sdo:cluster/pods@0.1.0","functions":["query"]}},"detector":{},"wasi":{}}"#,
    )
    .unwrap()
}

const MAX: u64 = 1 << 20;

fn filled() -> (tempfile::TempDir, CodeCache, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let cache = CodeCache::open(&folder.path().join("code")).unwrap();
    cache.put(&key(b"a"), &imports(), &Code(b"machine code".to_vec()));
    let entry = cache.folder.join(key(b"a").file_name());
    (folder, cache, entry)
}

#[test]
fn gives_back_what_was_put_also_to_the_next_process() {
    let (_folder, cache, _) = filled();
    assert_eq!(bytes(cache.get(&key(b"a"), MAX)).unwrap(), b"machine code");
    let next = CodeCache::open(&cache.folder).unwrap();
    assert_eq!(bytes(next.get(&key(b"a"), MAX)).unwrap(), b"machine code");
    assert!(next.get(&key(b"b"), MAX).is_none());
}

#[test]
fn ignores_an_entry_with_any_changed_byte_or_cut_anywhere() {
    let (_folder, cache, entry) = filled();
    let good = fs::read(&entry).unwrap();
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 1;
        fs::write(&entry, &bad).unwrap();
        assert!(cache.get(&key(b"a"), MAX).is_none(), "byte {at} changed");
        fs::write(&entry, &good[..at]).unwrap();
        assert!(cache.get(&key(b"a"), MAX).is_none(), "cut at {at}");
    }
}

#[test]
fn ignores_an_authentic_entry_under_another_name() {
    let (_folder, cache, entry) = filled();
    fs::rename(entry, cache.folder.join(key(b"b").file_name())).unwrap();
    assert!(cache.get(&key(b"b"), MAX).is_none());
}

#[test]
fn ignores_an_entry_of_another_secret() {
    let (_folder, cache, _) = filled();
    fs::remove_file(cache.folder.join("secret")).unwrap();
    let other = CodeCache::open(&cache.folder).unwrap();
    assert!(other.get(&key(b"a"), MAX).is_none());
}

#[test]
fn ignores_an_entry_larger_than_the_limit() {
    let (_folder, cache, _) = filled();
    assert!(cache.get(&key(b"a"), 11).is_none());
    assert!(cache.get(&key(b"a"), 12).is_some());
}

#[test]
fn another_policy_engine_or_component_is_another_key() {
    let digest = Digest::of(b"a");
    let narrow = Limits {
        function_bytes: 1_024,
        ..Limits::default()
    };
    let keys = [
        key(b"a"),
        key(b"b"),
        Key::new(&digest, &[1; 32], &Limits::default()),
        Key::new(&digest, &[0; 32], &narrow),
    ];
    for (index, one) in keys.iter().enumerate() {
        assert!(keys[..index].iter().all(|other| other != one));
    }
}

#[test]
fn the_secret_is_readable_by_its_owner_only_and_refused_when_it_is_not() {
    let (_folder, cache, _) = filled();
    let secret = cache.folder.join("secret");
    assert_eq!(fs::metadata(&secret).unwrap().permissions().mode() & 0o777, 0o600);
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o644)).unwrap();
    assert!(CodeCache::open(&cache.folder).is_none());
}

#[test]
fn a_folder_that_others_may_write_is_not_used() {
    let (_folder, cache, _) = filled();
    fs::set_permissions(&cache.folder, fs::Permissions::from_mode(0o777)).unwrap();
    assert!(CodeCache::open(&cache.folder).is_none());
}

#[test]
fn the_oldest_entries_go_when_the_cache_is_full() {
    let (_folder, mut cache, entry) = filled();
    cache.max_total = fs::metadata(&entry).unwrap().len() * 3 / 2;
    fs::File::open(&entry)
        .unwrap()
        .set_modified(SystemTime::UNIX_EPOCH)
        .unwrap();
    cache.put(&key(b"b"), &imports(), &Code(vec![1; 60]));
    assert!(cache.get(&key(b"a"), MAX).is_none() && cache.get(&key(b"b"), MAX).is_some());
}

#[test]
fn two_that_open_at_once_agree_on_one_secret() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("code");
    let caches: Vec<CodeCache> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| CodeCache::open(&path).unwrap()))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    caches[0].put(&key(b"a"), &imports(), &Code(b"x".to_vec()));
    assert!(caches.iter().all(|cache| cache.get(&key(b"a"), MAX).is_some()));
    let left: Vec<_> = fs::read_dir(&path)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(left.len(), 2, "{left:?}");
}
