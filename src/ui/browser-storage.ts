/**
 * What the browser remembers. A reader may have switched storage off: then nothing is remembered, and nothing
 * breaks.
 */
export function remembered(storage: 'local' | 'session', key: string): string | null {
  try {
    return area(storage).getItem(key);
  } catch {
    return null;
  }
}

export function remember(storage: 'local' | 'session', key: string, value: string): void {
  try {
    area(storage).setItem(key, value);
  } catch {
    // Switched off or full: it is a comfort, not a duty.
  }
}

/** Everything this site has stored, save the keys that say nothing about what was read. */
export function forgetAllBut(keptLocalKeys: readonly string[]): void {
  const kept = keptLocalKeys.map((key) => [key, remembered('local', key)] as const);
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    return;
  }
  for (const [key, value] of kept) if (value !== null) remember('local', key, value);
}

function area(storage: 'local' | 'session'): Storage {
  return storage === 'local' ? localStorage : sessionStorage;
}
