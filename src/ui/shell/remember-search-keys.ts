declare global {
  interface Window {
    searchKeys: SearchKeys;
  }
}

interface SearchKeys {
  /** What was typed since the dialog was called for, until it is there; absent when nobody calls for it. */
  typed?: string | undefined;
  /** Shows the dialog; absent until the shell is there. */
  open?: () => void;
}

/**
 * `/` and Ctrl or Cmd with K, from the first paint on: what is pressed before the shell can open the dialog is kept, and
 * so is what is typed until the dialog has its field. Stands as text in the head of every page: it must not use anything
 * from outside itself.
 */
export function rememberSearchKeys(): void {
  const keys: SearchKeys = {};
  window.searchKeys = keys;
  document.addEventListener('keydown', (event) => {
    const { key, target, altKey, shiftKey } = event;
    const isChord = event.ctrlKey || event.metaKey;
    const isField = target instanceof Element && target.matches(':read-write,select');
    if (altKey || (isChord ? shiftKey || key.toLowerCase() !== 'k' : isField)) return;
    // Then nothing would ever come of it.
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
