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

export function forget(storage: 'local' | 'session', key: string): void {
  try {
    area(storage).removeItem(key);
  } catch {
    // Switched off: then nothing was kept.
  }
}

function area(storage: 'local' | 'session'): Storage {
  return storage === 'local' ? localStorage : sessionStorage;
}
