import { existsSync } from 'node:fs';
import { toList } from '../../config-notes.ts';
import type { KnownPackages } from '../plugin.ts';

export const classicTheme: KnownPackages = {
  '@docusaurus/theme-classic': {
    verdict: 'works',
    why: 'the style sheets of `customCss` are used; the shell belongs to the engine',
    read(options, { notes, settings }) {
      const { customCss } = notes.pick(options, 'theme', ['customCss']);
      const sheets = typeof customCss === 'string' ? [customCss] : toList(customCss);
      settings.styles.push(...sheets.filter((sheet) => typeof sheet === 'string').map(resolveSheet));
    },
  },
};

/** A path that starts with `/` and doesn't exist is relative to the site folder. */
function resolveSheet(sheet: string): string {
  return sheet.startsWith('/') && !existsSync(sheet) ? `.${sheet}` : sheet;
}
