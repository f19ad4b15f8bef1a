import { THEME_STORAGE_KEY } from '../../config/constants.ts';
import { recall, remember } from '../browser-storage.ts';
import type { ShellConfig } from '../page-data.ts';
import { createExternalStore } from '../store.ts';

export type Theme = 'dark' | 'light';
/** The choice of a reader: a theme, or that of their system. */
export type ThemeChoice = Theme | 'system';

type ThemeOptions = Pick<ShellConfig, 'defaultTheme' | 'systemTheme' | 'fixedTheme'>;

/** The choice made on this page or in another tab. Undefined until there is one, or after it is removed. */
const choiceStore = createExternalStore<ThemeChoice | undefined>(undefined);
/** The current theme. The inline script has set it before the first paint. */
const themeStore = createExternalStore<Theme | undefined>(undefined);

export const subscribeToTheme = themeStore.subscribe;
export const subscribeToChoice = choiceStore.subscribe;

export function readShownTheme(): Theme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
}

export function getDefaultChoice({ defaultTheme, systemTheme }: ThemeOptions): ThemeChoice {
  return systemTheme ? 'system' : defaultTheme;
}

/** The choice of the reader, or the default of the site. */
export function readCurrentChoice(options: ThemeOptions): ThemeChoice {
  const chosenTheme = options.fixedTheme ? null : recall('local', THEME_STORAGE_KEY);
  return choiceStore.get() ?? (isChoice(chosenTheme) ? chosenTheme : getDefaultChoice(options));
}

export function chooseTheme(choice: ThemeChoice): void {
  remember('local', THEME_STORAGE_KEY, choice);
  choiceStore.set(choice);
  show(choice);
}

/** Applies the theme that the reader chooses in another tab, and follows their system. */
export function followTheme(options: ThemeOptions): void {
  if (!options.fixedTheme)
    addEventListener('storage', ({ key, newValue }) => {
      if (key !== THEME_STORAGE_KEY) return;
      choiceStore.set(isChoice(newValue) ? newValue : undefined);
      show(readCurrentChoice(options));
    });
  matchDarkSystem().addEventListener('change', () => show(readCurrentChoice(options)));
}

const matchDarkSystem = () => matchMedia('(prefers-color-scheme: dark)');

function isChoice(value: unknown): value is ThemeChoice {
  return value === 'dark' || value === 'light' || value === 'system';
}

function show(choice: ThemeChoice): void {
  const theme = choice === 'system' ? (matchDarkSystem().matches ? 'dark' : 'light') : choice;
  document.documentElement.dataset.theme = theme;
  themeStore.set(theme);
}
