import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readJson } from '../../shared/json.ts';
import { findLineOfText } from '../../shared/line-of-key.ts';
import { type Finding, toList, toSettings } from '../config-notes.ts';

interface Rule {
  from: string;
  to: string;
  line: number | undefined;
  /** HTTP status. With another one than 3xx, the host shows another page or file at the old address. */
  status?: number | undefined;
  /** Whether the rule depends on more than the path: a query, a country, a header. */
  isConditional?: boolean;
}

/** The files in which hosts of static sites store redirects, with how to read them. */
const redirectFiles: readonly (readonly [file: string, read: (text: string) => Rule[]])[] = [
  ['static/_redirects', parseLines],
  ['_redirects', parseLines],
  ['vercel.json', (text) => parseJsonRules(text, toSettings(readJson(text)).redirects)],
  [
    'firebase.json',
    (text) => {
      const { hosting } = toSettings(readJson(text));
      return [hosting].flat().flatMap((site) => parseJsonRules(text, toSettings(site).redirects));
    },
  ],
  ['netlify.toml', parseToml],
  ['static/vercel.json', (text) => parseJsonRules(text, toSettings(readJson(text)).redirects)],
  ['staticwebapp.config.json', parseRoutes],
  ['static/staticwebapp.config.json', parseRoutes],
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
  for (const [name, readRedirects] of redirectFiles) {
    const file = path.join(siteDir, name);
    if (!existsSync(file)) continue;
    let count = 0;
    for (const rule of readRedirects(readFileSync(file, 'utf8'))) {
      const { to, line } = rule;
      const from = removeOwnHost(rule.from, site);
      const leaveOut = (why: string) =>
        findings.push({ kind: 'left-out', what: `redirect from ${from}`, file: name, line, why });
      const why = explainUnsupported({ ...rule, from });
      if (why !== undefined) {
        leaveOut(why);
        continue;
      }
      const target = removeOwnHost(to, site).replace(/(?<=.)\/?(?::splat|\$1|:\w+\*)$/, '');
      if (!target.startsWith('/')) {
        leaveOut(
          'it leads to another site, but redirects must stay on this one; link to it from a page instead',
        );
        continue;
      }
      const addresses = /[*:()?\\^$[\]{}|+]/.test(target) ? [] : expandPattern(from);
      for (const address of addresses) redirects[address] = target;
      if (addresses.length > 0) count += 1;
      // After a slash, a star also matches all pages below.
      const matchesMore = /\/(?:\*|:\w+\*|\(\.\*\))$/.test(from);
      if (addresses.length === 0 || matchesMore)
        leaveOut('redirects.json has no patterns; add each old address that people may still use');
    }
    if (count > 0)
      findings.push({
        ...{ kind: 'changed', what: count === 1 ? '1 redirect' : `${count} redirects`, file: name },
        line: undefined,
        why: "your present host reads this file, and Gatehouse doesn't; `adopt` with `--write` writes them to redirects.json",
      });
  }
  return { redirects, findings };
}

/** Why a rule isn't a redirect of this site; undefined for a redirect. */
function explainUnsupported({ from, status, isConditional }: Rule): string | undefined {
  if (status !== undefined && (status < 300 || status > 399))
    return "it shows another page or file at this address, which isn't a redirect";
  if (isConditional) return "it depends on more than the path, such as a query or the reader's country";
  if (!/^\/|^\^|^\(/.test(from)) return 'it starts at another site; redirect from there to this one';
  return undefined;
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
  for (
    let step = 0;
    step < ALTERNATIVES_MAX && alternatives.some((candidate) => /[()]/.test(candidate));
    step++
  )
    alternatives = alternatives.flatMap((alternative) => {
      const [group, optionalMark] = /\((?:\?:)?([^()]*)\)(\?)?/.exec(alternative)?.slice(1) ?? [];
      if (group === undefined) return [alternative];
      const choices = [...group.split('|'), ...(optionalMark ? [''] : [])];
      return choices.map((choice) => alternative.replace(/\((?:\?:)?[^()]*\)\??/, () => choice));
    });
  const addresses = alternatives.map((item) => item.replaceAll('\\.', '.').replace(/(?<=.)\/+$/, ''));
  const isPlain = (address: string) => address.startsWith('/') && !/[*:()?\\^$[\]{}|+]/.test(address);
  return addresses.length <= ALTERNATIVES_MAX && addresses.every(isPlain) ? [...new Set(addresses)] : [];
}

/**
 * Format of Netlify and Cloudflare: `/old /new 301` in each line, with a query before the target and conditions last.
 */
function parseLines(text: string): Rule[] {
  return text.split(/\r?\n/).flatMap((lineText, index): Rule[] => {
    const [from, ...words] = lineText
      .replace(/(?:^|\s)#.*$/, '')
      .trim()
      .split(/\s+/);
    const position = words.findIndex((word) => /^(?:\/|[a-z][a-z\d+.-]*:\/\/)/i.test(word));
    const to = words[position];
    if (!from || to === undefined) return [];
    const ruleOptions = words.toSpliced(position, 1);
    const status = ruleOptions.find((word) => /^\d{3}!?$/.test(word));
    return [
      {
        from,
        to,
        line: index + 1,
        status: status === undefined ? undefined : Number.parseInt(status, 10),
        isConditional: ruleOptions.some((word) => word.includes('=')),
      },
    ];
  });
}

/** Format of Vercel and Firebase. Firebase has `regex` instead of `source` in some rules. */
function parseJsonRules(text: string, rules: unknown): Rule[] {
  return toList(rules).flatMap((rule): Rule[] => {
    const { source, regex, destination, has, missing } = toSettings(rule);
    const from = source ?? regex;
    if (typeof from !== 'string' || typeof destination !== 'string') return [];
    const isConditional = has !== undefined || missing !== undefined;
    return [{ from, to: destination, line: findLineOfText(text, from), isConditional }];
  });
}

/** Format of Azure Static Web Apps: routes, some of which redirect. */
function parseRoutes(text: string): Rule[] {
  return toList(toSettings(readJson(text)).routes).flatMap((route): Rule[] => {
    const { route: from, redirect, methods, allowedRoles } = toSettings(route);
    if (typeof from !== 'string' || typeof redirect !== 'string') return [];
    const isConditional = methods !== undefined || allowedRoles !== undefined;
    return [{ from, to: redirect, line: findLineOfText(text, from), isConditional }];
  });
}

/** Format of Netlify: a table `[[redirects]]`, or an inline one in `redirects = […]`, with `from` and `to`. */
function parseToml(text: string): Rule[] {
  const lines = text.split(/\r?\n/);
  const tables = lines.flatMap((line, start) => {
    if (!/^\s*\[\[\s*redirects\s*\]\]/.test(line)) return [];
    const next = lines.findIndex((other, index) => index > start && /^\s*\[/.test(other));
    return [{ table: lines.slice(start + 1, next === -1 ? undefined : next).join('\n'), line: start + 1 }];
  });
  const [list, inside = ''] = /^\s*redirects\s*=\s*\[([\s\S]*?)^\s*\]/m.exec(`${text}\n]`) ?? [];
  const inline = [...(list === undefined ? '' : inside).matchAll(/\{((?:[^{}]|\{[^{}]*\})*)\}/g)].map(
    ([, table = '']) => ({ table, line: undefined }),
  );
  return [...tables, ...inline].flatMap(({ table, line }): Rule[] => {
    const [from, to] = ['from', 'to'].map(
      (key) => new RegExp(`(?:^|[,\\s])${key}\\s*=\\s*(["'])(.*?)\\1`, 'm').exec(table)?.[2],
    );
    if (from === undefined || to === undefined) return [];
    const status = /(?:^|[,\s])status\s*=\s*(\d+)/m.exec(table)?.[1];
    return [
      {
        from,
        to,
        line: line ?? findLineOfText(text, from),
        status: status === undefined ? undefined : Number(status),
        isConditional: /(?:^|[,\s])(?:conditions|query)\s*=\s*\{\s*[^\s}]/m.test(table),
      },
    ];
  });
}
