declare global {
  interface Window {
    searchKeys: SearchKeys;
  }
}

interface SearchKeys {
  /** Text typed since the dialog was called, until it is ready. Undefined if it isn't called. */
  typed?: string | undefined;
  /** Opens the dialog. Undefined until the shell is ready. */
  open?: () => void;
}

/**
 * Handles `/` and Ctrl or Cmd with K from the first paint on: stores keys pressed before the shell can open the dialog,
 * and text typed until the dialog has its field. Inlined as text in the head of every page, so it must be
 * self-contained.
 */
export function rememberSearchKeys(): void {
  const keys: SearchKeys = {};
  window.searchKeys = keys;
  document.addEventListener('keydown', (event) => {
    const { key, target, altKey, shiftKey } = event;
    const isChord = event.ctrlKey || event.metaKey;
    const isField = target instanceof Element && target.matches(':read-write,select');
    if (altKey || (isChord ? shiftKey || key.toLowerCase() !== 'k' : isField)) return;
    // The shell didn't load, so the dialog would never open.
    if (!keys.open && document.documentElement.dataset.notLoaded !== undefined) return;
    if (keys.typed === undefined) {
      if (!isChord && key !== '/') return;
      keys.typed = '';
      keys.open?.();
    } else if (key === 'Escape') keys.typed = undefined;
    else if (key === 'Backspace') keys.typed = keys.typed.slice(0, -1);
    else if (key.length === 1 && !isChord) keys.typed += key;
    else if (!isChord) return;
    event.preventDefault();
  });
}
