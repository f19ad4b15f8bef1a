import * as texts from 'virtual:site/texts';
import { useSyncExternalStore } from 'react';
import type { ShellConfig } from '../../page-data.ts';
import {
  chooseTheme,
  getDefaultChoice,
  readCurrentChoice,
  subscribeToChoice,
  type ThemeChoice,
} from '../theme.ts';

const choices: readonly [ThemeChoice, string][] = [
  ['system', texts.themeSystem],
  ['light', texts.themeLight],
  ['dark', texts.themeDark],
];

/** Shows one button for each theme, of which one is pressed. */
export function ThemeChoices({ config }: { config: ShellConfig }) {
  const choice = useSyncExternalStore(
    subscribeToChoice,
    () => readCurrentChoice(config),
    () => getDefaultChoice(config),
  );
  return (
    <fieldset className="theme-switch needs-script" aria-label={texts.theme}>
      {choices.map(([value, label]) => (
        <button key={value} type="button" aria-pressed={value === choice} onClick={() => chooseTheme(value)}>
          {label}
        </button>
      ))}
    </fieldset>
  );
}
