import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readJson } from '../shared/json.ts';
import { lineOfText } from '../shared/line-of-key.ts';
import { type Finding, listOf, settingsOf } from './config-notes.ts';

interface Rule {
  from: string;
  to: string;
  line: number | undefined;
}

/** Where hosts of static sites keep redirects, and how they are read. */
const sources: readonly (readonly [file: string, read: (text: string) => Rule[]])[] = [
  ['static/_redirects', rulesOfLines],
  ['_redirects', rulesOfLines],
  ['vercel.json', (text) => rulesOfJson(text, settingsOf(readJson(text)).redirects)],
  ['firebase.json', (text) => rulesOfJson(text, settingsOf(settingsOf(readJson(text)).hosting).redirects)],
];

/** Old addresses that the host of the site answers, as `redirects.json` has them, and what cannot come along. */
export function hostRedirects(siteDir: string): { redirects: Record<string, string>; findings: Finding[] } {
  const redirects: Record<string, string> = {};
  const findings: Finding[] = [];
  for (const [name, read] of sources) {
    const file = path.join(siteDir, name);
    if (!existsSync(file)) continue;
    for (const { from, to, line } of read(readFileSync(file, 'utf8'))) {
      // A star at the end stands for nothing, too.
      const plain = from.replace(/(?<=.)\/?\*$/, '');
      const target = to.replace(/(?<=.)\/?:splat$/, '');
      const isOne = !/[*:]/.test(plain + target) && plain.startsWith('/') && target.startsWith('/');
      if (isOne) redirects[plain] = target;
      // Behind a slash it stands for all pages below as well.
      if (!isOne || (target !== to && from.endsWith('/*'))) {
        const why = /^https?:/.test(target)
          ? 'it leads to another site, and redirects here stay on this one: link to it where readers look for it'
          : 'redirects.json has one address for one: write the addresses that people still have into it';
        findings.push({ kind: 'left-out', what: `redirect from ${from}`, file: name, line, why });
      }
    }
  }
  return { redirects, findings };
}

/** Netlify and Cloudflare: `/old /new 301` in each line. */
function rulesOfLines(text: string): Rule[] {
  return text.split(/\r?\n/).flatMap((line, at) => {
    const [from, to] = line.trim().split(/\s+/);
    return from === undefined || to === undefined || from.startsWith('#') ? [] : [{ from, to, line: at + 1 }];
  });
}

function rulesOfJson(text: string, rules: unknown): Rule[] {
  return listOf(rules).flatMap((rule) => {
    const { source, destination } = settingsOf(rule);
    return typeof source === 'string' && typeof destination === 'string'
      ? [{ from: source, to: destination, line: lineOfText(text, source) }]
      : [];
  });
}
