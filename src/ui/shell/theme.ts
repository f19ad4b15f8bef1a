import { THEME_STORAGE_KEY } from '../../config/constants.ts';
import { remember, remembered } from '../browser-storage.ts';
import type { ShellConfig } from '../page-data.ts';
import { createExternalStore } from '../store.ts';

export type Theme = 'dark' | 'light';

/** The current theme. The inline script has set it before the first paint. */
const themeStore = createExternalStore<Theme | undefined>(undefined);

export const subscribeToTheme = themeStore.subscribe;

export function shownTheme(): Theme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
}

export function switchTheme(): void {
  const theme = shownTheme() === 'dark' ? 'light' : 'dark';
  remember('local', THEME_STORAGE_KEY, theme);
  show(theme);
}

/** Applies the theme in other tabs. If the reader hasn't chosen one and the site allows it, follows their system. */
export function followTheme({
  defaultTheme,
  systemTheme,
}: Pick<ShellConfig, 'defaultTheme' | 'systemTheme'>): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const unchosen = () => (systemTheme ? (dark.matches ? 'dark' : 'light') : defaultTheme);
  addEventListener('storage', ({ key, newValue }) => {
    if (key === THEME_STORAGE_KEY) show(newValue === 'light' || newValue === 'dark' ? newValue : unchosen());
  });
  if (!systemTheme) return;
  dark.addEventListener('change', () => {
    if (remembered('local', THEME_STORAGE_KEY) === null) show(unchosen());
  });
}

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  themeStore.set(theme);
}
