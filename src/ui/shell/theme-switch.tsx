import * as texts from 'virtual:site/texts';
import { useSyncExternalStore } from 'react';
import { Moon, Sun } from './icons.tsx';
import { shownTheme, subscribeToTheme, switchTheme, type Theme } from './theme.ts';

/** Both icons are in the page; the style shows the one that fits, so that none flashes. */
export function ThemeSwitch({ defaultTheme }: { defaultTheme: Theme }) {
  const theme = useSyncExternalStore(subscribeToTheme, shownTheme, () => defaultTheme);
  const label = theme === 'dark' ? texts.themeLight : texts.themeDark;
  return (
    <button
      type="button"
      className="icon-button theme-switch needs-script"
      onClick={switchTheme}
      aria-label={label}
      title={label}
    >
      <Sun size={18} className="theme-switch__light" />
      <Moon size={18} className="theme-switch__dark" />
    </button>
  );
}
