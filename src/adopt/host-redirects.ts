import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readJson } from '../shared/json.ts';
import { lineOfText } from '../shared/line-of-key.ts';
import { type Finding, toList, toSettings } from './config-notes.ts';

interface Rule {
  from: string;
  to: string;
  line: number | undefined;
}

/** The files in which hosts of static sites store redirects, with how to read them. */
const redirectFiles: readonly (readonly [file: string, read: (text: string) => Rule[]])[] = [
  ['static/_redirects', parseLines],
  ['_redirects', parseLines],
  ['vercel.json', (text) => parseJsonRules(text, toSettings(readJson(text)).redirects)],
  ['firebase.json', (text) => parseJsonRules(text, toSettings(toSettings(readJson(text)).hosting).redirects)],
  ['netlify.toml', parseToml],
  ['static/vercel.json', (text) => parseJsonRules(text, toSettings(readJson(text)).redirects)],
];

/**
 * Reads the redirects of the site's current host: those that `redirects.json` can express, and findings for the others.
 * `site` has the address of the site, by which full addresses of this site are recognised.
 */
export function readHostRedirects(
  siteDir: string,
  site: { url?: string | undefined; baseUrl: string } | undefined,
): { redirects: Record<string, string>; findings: Finding[] } {
  const redirects: Record<string, string> = {};
  const findings: Finding[] = [];
  for (const [name, read] of redirectFiles) {
    const file = path.join(siteDir, name);
    if (!existsSync(file)) continue;
    for (const { from, to, line } of read(readFileSync(file, 'utf8'))) {
      const leaveOut = (why: string) =>
        findings.push({ kind: 'left-out', what: `redirect from ${from}`, file: name, line, why });
      const target = removeOwnHost(to, site).replace(/(?<=.)\/?(?::splat|\$1|:\w+\*)$/, '');
      if (!target.startsWith('/')) {
        leaveOut(
          'it leads to another site, but redirects must stay on this one; link to it from a page instead',
        );
        continue;
      }
      const addresses = /[*:()?\\^$[\]{}|+]/.test(target) ? [] : expandPattern(from);
      for (const address of addresses) redirects[address] = target;
      // After a slash, a star also matches all pages below.
      const matchesMore = /\/(?:\*|:\w+\*|\(\.\*\))$/.test(from) && target !== removeOwnHost(to, site);
      if (addresses.length === 0 || matchesMore)
        leaveOut('redirects.json has no patterns; add each old address that people may still use');
    }
  }
  return { redirects, findings };
}

/** Removes scheme and host from a full address of this site. Other addresses stay as they are. */
function removeOwnHost(to: string, site: Parameters<typeof readHostRedirects>[1]): string {
  if (!site?.url || !URL.canParse(to) || !URL.canParse(site.url)) return to;
  const address = new URL(to);
  if (address.host !== new URL(site.url).host) return to;
  return address.pathname + address.search + address.hash;
}

/** A pattern with more alternatives than this isn't expanded. */
const ALTERNATIVES_MAX = 16;

/**
 * Lists the addresses that a host's pattern matches: `/(old/page/?)` matches `/old/page`, and `/(a|b)/:rest*` matches
 * `/a` and `/b`. The list is empty if the pattern matches any number of addresses.
 */
function expandPattern(from: string): string[] {
  // A wildcard at the end also matches nothing. A slash at the end makes no difference.
  const pattern = from
    .replace(/^\^|\$$/g, '')
    .replaceAll('\\/', '/')
    .replace(/(?<=.)\/?(?:\*|:\w+\*|\(\.\*\)|\(\/\.\*\)\?)$/, '')
    .replace(/\/\?(?=\)*$)/, '');
  let alternatives = [pattern];
  for (let step = 0; step < ALTERNATIVES_MAX && alternatives.some((each) => /[()]/.test(each)); step++)
    alternatives = alternatives.flatMap((alternative) => {
      const [group, optional] = /\((?:\?:)?([^()]*)\)(\?)?/.exec(alternative)?.slice(1) ?? [];
      if (group === undefined) return [alternative];
      const choices = [...group.split('|'), ...(optional ? [''] : [])];
      return choices.map((choice) => alternative.replace(/\((?:\?:)?[^()]*\)\??/, () => choice));
    });
  const addresses = alternatives.map((each) => each.replaceAll('\\.', '.').replace(/(?<=.)\/+$/, ''));
  const isPlain = (address: string) => address.startsWith('/') && !/[*:()?\\^$[\]{}|+]/.test(address);
  return addresses.length <= ALTERNATIVES_MAX && addresses.every(isPlain) ? [...new Set(addresses)] : [];
}

/** Format of Netlify and Cloudflare: `/old /new 301` in each line. */
function parseLines(text: string): Rule[] {
  return text.split(/\r?\n/).flatMap((lineText, index) => {
    const [from, to] = lineText.trim().split(/\s+/);
    return from === undefined || to === undefined || from.startsWith('#')
      ? []
      : [{ from, to, line: index + 1 }];
  });
}

/** Format of Vercel and Firebase. */
function parseJsonRules(text: string, rules: unknown): Rule[] {
  return toList(rules).flatMap((rule) => {
    const { source, destination } = toSettings(rule);
    return typeof source === 'string' && typeof destination === 'string'
      ? [{ from: source, to: destination, line: lineOfText(text, source) }]
      : [];
  });
}

/** Format of Netlify: a table `[[redirects]]` with `from` and `to`. */
function parseToml(text: string): Rule[] {
  const lines = text.split(/\r?\n/);
  const starts = lines.flatMap((line, index) => (/^\s*\[\[redirects\]\]/.test(line) ? [index] : []));
  return starts.flatMap((start) => {
    const next = lines.findIndex((line, index) => index > start && /^\s*\[/.test(line));
    const table = lines.slice(start + 1, next === -1 ? undefined : next).join('\n');
    const [from, to] = ['from', 'to'].map(
      (key) => new RegExp(`^\\s*${key}\\s*=\\s*(["'])(.*?)\\1`, 'm').exec(table)?.[2],
    );
    return from === undefined || to === undefined ? [] : [{ from, to, line: start + 1 }];
  });
}
