import { useCallback, useState, useSyncExternalStore } from 'react';
import { useIsBrowser } from './is-browser.ts';

/** What a component of the owner's reads and keeps in the reader's browser: hooks of `@docusaurus/theme-common`. */

type Mode = 'light' | 'dark';

function shownMode(): Mode {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

function onModeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** At build `light`, as there; the reader's as soon as a browser shows it. */
export function useColorMode() {
  const colorMode = useSyncExternalStore(onModeChange, shownMode, (): Mode => 'light');
  const setColorMode = useCallback((mode: Mode | null) => {
    document.documentElement.dataset.theme = mode ?? 'light';
  }, []);
  return {
    colorMode,
    colorModeChoice: colorMode,
    isDarkTheme: colorMode === 'dark',
    setColorMode,
    setLightTheme: () => setColorMode('light'),
    setDarkTheme: () => setColorMode('dark'),
  };
}

type WindowSize = 'desktop' | 'mobile' | 'ssr';

export function useWindowSize({ desktopBreakpoint = 996 } = {}): WindowSize {
  const listen = (listener: () => void) => {
    addEventListener('resize', listener);
    return () => removeEventListener('resize', listener);
  };
  const size = (): WindowSize => (innerWidth > desktopBreakpoint ? 'desktop' : 'mobile');
  return useSyncExternalStore(listen, size, (): WindowSize => 'ssr');
}

interface Slot {
  get(): string | null;
  set(value: string): void;
  del(): void;
  listen(onChange: (event: StorageEvent) => void): () => void;
}

export function createStorageSlot(key: string): Slot {
  const kept = () => (typeof localStorage === 'undefined' ? undefined : localStorage);
  return {
    get: () => kept()?.getItem(key) ?? null,
    set(value) {
      kept()?.setItem(key, value);
      // Other windows hear of it by themselves; this one has to be told, as in Docusaurus.
      if (kept()) dispatchEvent(new StorageEvent('storage', { key, newValue: value }));
    },
    del: () => kept()?.removeItem(key),
    listen(onChange) {
      const listener = (event: StorageEvent) => event.key === key && onChange(event);
      addEventListener('storage', listener);
      return () => removeEventListener('storage', listener);
    },
  };
}

export function useStorageSlot(key: string | null): [string | null, Slot] {
  const slot = createStorageSlot(key ?? '');
  const none = () => null;
  const value = useSyncExternalStore(slot.listen, key === null ? none : slot.get, none);
  return [value, slot];
}

/** The value behind `?key=` of the page's address. */
export function useQueryString(key: string): [string, (value: string) => void] {
  const shown = useIsBrowser();
  const [, redraw] = useState(0);
  const value = shown ? (new URLSearchParams(location.search).get(key) ?? '') : '';
  const set = (next: string) => {
    const address = new URL(location.href);
    if (next) address.searchParams.set(key, next);
    else address.searchParams.delete(key);
    history.replaceState(history.state, '', address);
    redraw((was) => was + 1);
  };
  return [value, set];
}
