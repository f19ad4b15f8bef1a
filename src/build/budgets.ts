import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type Manifest, type ManifestEntry, readLiveManifest } from '../model/manifest.ts';
import { buildPageFileUrl, removeBasePath } from '../model/urls.ts';
import type { PageFile } from '../ui/page-data.ts';
import { compressPage } from './publish/compress.ts';

export interface Budget {
  name: string;
  measured: number;
  limit: number;
  unit: 'bytes' | 'requests';
  /** The page with the highest value. */
  page: string;
}

const KILOBYTE = 1000;
/** The budgets of DESIGN. All sizes are compressed with brotli. */
const limits = {
  script: 75 * KILOBYTE,
  style: 10 * KILOBYTE,
  requests: 3,
  dataOverhead: 2 * KILOBYTE,
} as const;

/**
 * Features that add a little to each page of a site: see decisions/what-a-moved-site-weighs.md. A site uses a feature
 * if its pages contain this CSS rule.
 */
const allowances = {
  blog: { rule: '.blog-post', script: KILOBYTE, style: 0 },
  infima: { rule: '--ifm-color-primary:', script: 0, style: 2_300 },
} as const;

const siteJsonDocs = z.object({ docs: z.array(z.object({ path: z.string() })) });

/** Measures the budgets on all article pages of the release in a folder. Undefined if there is no release. */
export function measureBudgets(distDir: string): Budget[] | undefined {
  const manifest = readLiveManifest(distDir);
  if (!manifest) return undefined;
  const release = readRelease(distDir, manifest);
  const { docs } = siteJsonDocs.parse(JSON.parse(readFileSync(path.join(distDir, 'site.json'), 'utf8')));
  const pages = [...new Set(docs.map((doc) => doc.path))].map((page) => measurePage(page, release));
  const style = docs[0] ? findInlineStyle(release.readText(docs[0].path)) : '';
  const sumAllowances = (what: 'script' | 'style') =>
    sum(Object.values(allowances).map((allowance) => (style.includes(allowance.rule) ? allowance[what] : 0)));
  const measureWorst = (
    name: string,
    unit: Budget['unit'],
    limit: number,
    measure: (page: PageMeasures) => number,
  ): Budget[] => {
    const page = pages.toSorted((a, b) => measure(b) - measure(a))[0];
    return page ? [{ name, unit, limit, measured: measure(page), page: page.path }] : [];
  };
  return [
    ...measureWorst(
      'script of an article page',
      'bytes',
      limits.script + sumAllowances('script'),
      (page) => page.script,
    ),
    ...measureWorst(
      'style of an article page',
      'bytes',
      limits.style + sumAllowances('style'),
      (page) => page.style,
    ),
    ...measureWorst(
      'requests before the article is readable',
      'requests',
      limits.requests,
      (page) => page.requests,
    ),
    ...measureWorst(
      "a page's data beyond its article",
      'bytes',
      limits.dataOverhead,
      (page) => page.dataOverhead,
    ),
  ];
}

export function isOver({ measured, limit }: Budget): boolean {
  return measured > limit;
}

export function describeBudget(budget: Budget): string {
  const formatAmount = (value: number) =>
    budget.unit === 'bytes' ? `${(value / KILOBYTE).toFixed(1)} kB` : String(value);
  const verdict = isOver(budget) ? 'OVER' : 'ok';
  return `${verdict.padEnd(4)} ${budget.name}: ${formatAmount(budget.measured)} of ${formatAmount(budget.limit)} (${budget.page})`;
}

interface ReadableRelease {
  readText(url: string): string;
  /** Size as a browser gets it. */
  measureBytes(url: string): number;
}

interface PageMeasures {
  path: string;
  script: number;
  style: number;
  requests: number;
  dataOverhead: number;
}

function measurePage(page: string, release: ReadableRelease): PageMeasures {
  const html = release.readText(page);
  const scripts = listAddresses(html, /<script\b[^>]*\bsrc="([^"]+)"/g);
  const preloadedAddresses = listAddresses(html, /<link rel="modulepreload" href="([^"]+)"/g);
  // The style sheet for paper isn't among these: browsers show the page without it.
  const styles = listAddresses(html, /<link rel="stylesheet" href="([^"]+)"/g);
  // Modules run after the document is parsed. Any other script with a URL delays the article.
  const blockingScripts = listAddresses(
    html,
    /<script\b(?![^>]*(?:type="module"|\b(?:async|defer)\b))[^>]*\bsrc="([^"]+)"/g,
  );
  const { page: data }: PageFile = JSON.parse(release.readText(buildPageFileUrl(page)));
  return {
    path: page,
    script: sum([...new Set([...scripts, ...preloadedAddresses])].map(release.measureBytes)),
    style: countCompressedBytes(findInlineStyle(html)) + sum(styles.map(release.measureBytes)),
    requests: 1 + styles.length + blockingScripts.length,
    dataOverhead: release.measureBytes(buildPageFileUrl(page)) - countCompressedBytes(data.html),
  };
}

function readRelease(distDir: string, manifest: Manifest): ReadableRelease {
  const entries = new Map(manifest.entries.map((entry) => [entry.url, entry]));
  const findEntry = (url: string): ManifestEntry => {
    const entry = entries.get(removeBasePath(url, manifest.basePath) ?? url);
    if (!entry) throw new Error(`The release names ${url} in a page, but doesn't serve it.`);
    return entry;
  };
  return {
    readText: (url) => readFileSync(path.join(distDir, findEntry(url).file), 'utf8'),
    measureBytes: (url) => {
      const { file, encodings } = findEntry(url);
      return statSync(path.join(distDir, encodings.br ?? file)).size;
    },
  };
}

function findInlineStyle(html: string): string {
  return [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => style).join('\n');
}

function countCompressedBytes(html: string): number {
  const content = Buffer.from(html);
  return (compressPage(content).br ?? content).byteLength;
}

function listAddresses(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].flatMap(([, url]) => (url === undefined ? [] : [url]));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
