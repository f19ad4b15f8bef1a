/** Access to browser storage. If the reader has turned storage off, nothing is stored and nothing fails. */
export function recall(storage: 'local' | 'session', key: string): string | null {
  try {
    return openStorage(storage).getItem(key);
  } catch {
    return null;
  }
}

export function remember(storage: 'local' | 'session', key: string, value: string): void {
  try {
    openStorage(storage).setItem(key, value);
  } catch {
    // Storage is off or full. It only adds convenience.
  }
}

export function forget(storage: 'local' | 'session', key: string): void {
  try {
    openStorage(storage).removeItem(key);
  } catch {
    // Storage is off, so nothing was stored.
  }
}

function openStorage(storage: 'local' | 'session'): Storage {
  return storage === 'local' ? localStorage : sessionStorage;
}
