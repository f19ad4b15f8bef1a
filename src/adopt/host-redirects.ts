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
  ['netlify.toml', rulesOfToml],
  ['static/vercel.json', (text) => rulesOfJson(text, settingsOf(readJson(text)).redirects)],
];

/**
 * Old addresses that the host of the site answers, as `redirects.json` has them, and what cannot come along. `site`: the
 * `url` and `baseUrl` of the configuration, by which a whole address is one of this site.
 */
export function hostRedirects(
  siteDir: string,
  site: { url?: string | undefined; baseUrl: string } | undefined,
): { redirects: Record<string, string>; findings: Finding[] } {
  const redirects: Record<string, string> = {};
  const findings: Finding[] = [];
  for (const [name, read] of sources) {
    const file = path.join(siteDir, name);
    if (!existsSync(file)) continue;
    for (const { from, to, line } of read(readFileSync(file, 'utf8'))) {
      const leaveOut = (why: string) =>
        findings.push({ kind: 'left-out', what: `redirect from ${from}`, file: name, line, why });
      const target = ownAddress(to, site).replace(/(?<=.)\/?(?::splat|\$1|:\w+\*)$/, '');
      if (!target.startsWith('/')) {
        leaveOut(
          'it leads to another site, and redirects here stay on this one: link to it where readers look for it',
        );
        continue;
      }
      const plain = /[*:()?\\^$[\]{}|+]/.test(target) ? [] : plainAddresses(from);
      for (const address of plain) redirects[address] = target;
      // Behind a slash a star stands for all pages below as well.
      const hasMore = /\/(?:\*|:\w+\*|\(\.\*\))$/.test(from) && target !== ownAddress(to, site);
      if (plain.length === 0 || hasMore)
        leaveOut(
          'redirects.json has one address for one: write the addresses that people still have into it',
        );
    }
  }
  return { redirects, findings };
}

/** A whole address of this site without its host. */
function ownAddress(to: string, site: Parameters<typeof hostRedirects>[1]): string {
  if (!site?.url || !URL.canParse(to) || !URL.canParse(site.url)) return to;
  const [address, own] = [new URL(to), new URL(site.url)];
  if (address.host !== own.host) return to;
  return address.pathname + address.search + address.hash;
}

/** More ways than that no pattern of a single address has. */
const MOST_WAYS = 16;

/**
 * The addresses that a host's pattern stands for, where they can be counted: `/(old/page/?)` is `/old/page`, and
 * `/(a|b)/:rest*` is `/a` and `/b`. None where it stands for addresses without end.
 */
function plainAddresses(from: string): string[] {
  // What stands at the end for anything stands for nothing, too; a slash at the end makes no other address.
  const written = from
    .replace(/^\^|\$$/g, '')
    .replaceAll('\\/', '/')
    .replace(/(?<=.)\/?(?:\*|:\w+\*|\(\.\*\)|\(\/\.\*\)\?)$/, '')
    .replace(/\/\?(?=\)*$)/, '');
  let ways = [written];
  for (let step = 0; step < MOST_WAYS && ways.some((way) => /[()]/.test(way)); step++)
    ways = ways.flatMap((way) => {
      const [group, optional] = /\((?:\?:)?([^()]*)\)(\?)?/.exec(way)?.slice(1) ?? [];
      if (group === undefined) return [way];
      const choices = [...group.split('|'), ...(optional ? [''] : [])];
      return choices.map((choice) => way.replace(/\((?:\?:)?[^()]*\)\??/, () => choice));
    });
  const addresses = ways.map((way) => way.replaceAll('\\.', '.').replace(/(?<=.)\/+$/, ''));
  const isPlain = (address: string) => address.startsWith('/') && !/[*:()?\\^$[\]{}|+]/.test(address);
  return addresses.length <= MOST_WAYS && addresses.every(isPlain) ? [...new Set(addresses)] : [];
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

/** Netlify: `[[redirects]]` with `from` and `to` below it. */
function rulesOfToml(text: string): Rule[] {
  const lines = text.split(/\r?\n/);
  const starts = lines.flatMap((line, at) => (/^\s*\[\[redirects\]\]/.test(line) ? [at] : []));
  return starts.flatMap((start) => {
    const next = lines.findIndex((line, at) => at > start && /^\s*\[/.test(line));
    const table = lines.slice(start + 1, next === -1 ? undefined : next).join('\n');
    const [from, to] = ['from', 'to'].map(
      (key) => new RegExp(`^\\s*${key}\\s*=\\s*(["'])(.*?)\\1`, 'm').exec(table)?.[2],
    );
    return from === undefined || to === undefined ? [] : [{ from, to, line: start + 1 }];
  });
}
