import { useCallback, useState, useSyncExternalStore } from 'react';
import { useIsBrowser } from './is-browser.ts';

/** Hooks of `@docusaurus/theme-common` that read and store state in the reader's browser. */

type Mode = 'light' | 'dark';

function readMode(): Mode {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

function onModeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** `light` at build time, as in Docusaurus. In a browser, the reader's choice. */
export function useColorMode() {
  const colorMode = useSyncExternalStore(onModeChange, readMode, (): Mode => 'light');
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
  const readWindowSize = (): WindowSize => (innerWidth > desktopBreakpoint ? 'desktop' : 'mobile');
  return useSyncExternalStore(listen, readWindowSize, (): WindowSize => 'ssr');
}

interface Slot {
  get(): string | null;
  set(value: string): void;
  del(): void;
  listen(onChange: (event: StorageEvent) => void): () => void;
}

export function createStorageSlot(key: string): Slot {
  const openStorage = () => (typeof localStorage === 'undefined' ? undefined : localStorage);
  return {
    get: () => openStorage()?.getItem(key) ?? null,
    set(value) {
      openStorage()?.setItem(key, value);
      // Browsers notify other windows. As in Docusaurus, this one needs an event of its own.
      if (openStorage()) dispatchEvent(new StorageEvent('storage', { key, newValue: value }));
    },
    del: () => openStorage()?.removeItem(key),
    listen(onChange) {
      const reportChange = (event: StorageEvent) => event.key === key && onChange(event);
      addEventListener('storage', reportChange);
      return () => removeEventListener('storage', reportChange);
    },
  };
}

export function useStorageSlot(key: string | null): [string | null, Slot] {
  const slot = createStorageSlot(key ?? '');
  const returnNull = () => null;
  const value = useSyncExternalStore(slot.listen, key === null ? returnNull : slot.get, returnNull);
  return [value, slot];
}

/** The value of a query parameter of the page's address. */
export function useQueryString(key: string): [string, (value: string) => void] {
  const isBrowser = useIsBrowser();
  const [, redraw] = useState(0);
  const value = isBrowser ? (new URLSearchParams(location.search).get(key) ?? '') : '';
  const set = (next: string) => {
    const address = new URL(location.href);
    if (next) address.searchParams.set(key, next);
    else address.searchParams.delete(key);
    history.replaceState(history.state, '', address);
    redraw((was) => was + 1);
  };
  return [value, set];
}
