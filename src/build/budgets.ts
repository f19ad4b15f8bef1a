import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type Manifest, type ManifestEntry, readManifest } from '../model/manifest.ts';
import { belowBasePath, pageFileUrl } from '../model/urls.ts';
import type { PageFile } from '../ui/page-data.ts';
import { compressPage } from './publish/compress.ts';

export interface Budget {
  name: string;
  measured: number;
  limit: number;
  unit: 'bytes' | 'requests';
  /** The page that came out worst. */
  page: string;
}

const KILOBYTE = 1000;
/** DESIGN, Budgets. All sizes are brotli. */
const limits = {
  script: 75 * KILOBYTE,
  style: 10 * KILOBYTE,
  requests: 3,
  dataOverhead: 2 * KILOBYTE,
} as const;

/**
 * What a site has besides costs each of its pages a little more: see decisions/what-a-moved-site-weighs.md. Known by
 * a rule that is in its pages then.
 */
const allowances = {
  blog: { rule: '.blog-post', script: KILOBYTE, style: 0 },
  infima: { rule: '--ifm-color-primary:', script: 0, style: 2.2 * KILOBYTE },
} as const;

const siteJsonDocs = z.object({ docs: z.array(z.object({ path: z.string() })) });

/** The exact budgets, measured on every article page of the release in a folder; undefined without a release. */
export function measureBudgets(distDir: string): Budget[] | undefined {
  const manifest = readManifest(distDir);
  if (!manifest) return undefined;
  const release = readRelease(distDir, manifest);
  const { docs } = siteJsonDocs.parse(JSON.parse(readFileSync(path.join(distDir, 'site.json'), 'utf8')));
  const pages = [...new Set(docs.map((doc) => doc.path))].map((page) => measurePage(page, release));
  const style = docs[0] ? inlineStyle(release.text(docs[0].path)) : '';
  const more = (what: 'script' | 'style') =>
    sum(Object.values(allowances).map((allowance) => (style.includes(allowance.rule) ? allowance[what] : 0)));
  const worst = (
    name: string,
    unit: Budget['unit'],
    limit: number,
    of: (page: PageMeasures) => number,
  ): Budget[] => {
    const page = pages.toSorted((a, b) => of(b) - of(a))[0];
    return page ? [{ name, unit, limit, measured: of(page), page: page.path }] : [];
  };
  return [
    ...worst('script of an article page', 'bytes', limits.script + more('script'), (page) => page.script),
    ...worst('style of an article page', 'bytes', limits.style + more('style'), (page) => page.style),
    ...worst('requests before the article is readable', 'requests', limits.requests, (page) => page.requests),
    ...worst("a page's data beyond its article", 'bytes', limits.dataOverhead, (page) => page.dataOverhead),
  ];
}

export function isOver({ measured, limit }: Budget): boolean {
  return measured > limit;
}

export function describeBudget(budget: Budget): string {
  const amount = (value: number) =>
    budget.unit === 'bytes' ? `${(value / KILOBYTE).toFixed(1)} kB` : String(value);
  const verdict = isOver(budget) ? 'OVER' : 'ok';
  return `${verdict.padEnd(4)} ${budget.name}: ${amount(budget.measured)} of ${amount(budget.limit)} (${budget.page})`;
}

interface ReadableRelease {
  text(url: string): string;
  /** As a browser gets it. */
  bytes(url: string): number;
}

interface PageMeasures {
  path: string;
  script: number;
  style: number;
  requests: number;
  dataOverhead: number;
}

function measurePage(page: string, release: ReadableRelease): PageMeasures {
  const html = release.text(page);
  const scripts = addresses(html, /<script\b[^>]*\bsrc="([^"]+)"/g);
  const preloaded = addresses(html, /<link rel="modulepreload" href="([^"]+)"/g);
  const styles = addresses(html, /<link rel="stylesheet" href="([^"]+)"/g);
  // Modules wait for the document; any other script with an address holds the article up.
  const blocking = addresses(
    html,
    /<script\b(?![^>]*(?:type="module"|\b(?:async|defer)\b))[^>]*\bsrc="([^"]+)"/g,
  );
  const { page: data }: PageFile = JSON.parse(release.text(pageFileUrl(page)));
  return {
    path: page,
    script: sum([...new Set([...scripts, ...preloaded])].map(release.bytes)),
    style: compressedBytes(inlineStyle(html)) + sum(styles.map(release.bytes)),
    requests: 1 + styles.length + blocking.length,
    dataOverhead: release.bytes(pageFileUrl(page)) - compressedBytes(data.html),
  };
}

function readRelease(distDir: string, manifest: Manifest): ReadableRelease {
  const entries = new Map(manifest.entries.map((entry) => [entry.url, entry]));
  const entryOf = (url: string): ManifestEntry => {
    const entry = entries.get(belowBasePath(url, manifest.basePath) ?? url);
    if (!entry) throw new Error(`The release names ${url} in a page, but does not serve it.`);
    return entry;
  };
  return {
    text: (url) => readFileSync(path.join(distDir, entryOf(url).file), 'utf8'),
    bytes: (url) => {
      const { file, encodings } = entryOf(url);
      return statSync(path.join(distDir, encodings.br ?? file)).size;
    },
  };
}

function inlineStyle(html: string): string {
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  return style;
}

function compressedBytes(html: string): number {
  const content = Buffer.from(html);
  return (compressPage(content).br ?? content).byteLength;
}

function addresses(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].flatMap(([, url]) => (url === undefined ? [] : [url]));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
