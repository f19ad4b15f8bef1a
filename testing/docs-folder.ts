import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { z } from 'zod';
import { siteConfigSchema } from '../src/config/site-config.ts';
import { listLocales } from '../src/content/languages/locales.ts';
import { readSite, type SiteSource } from '../src/content/read-site.ts';
import type { SidebarItem, Site } from '../src/model/site.ts';
import type { Problem } from '../src/shared/problem.ts';

/** Writes a site folder: `docs/…`, `sidebars.js`, `pages/…` and what each holds. The caller removes it. */
export function writeSiteFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-'));
  for (const [file, content] of Object.entries(files)) {
    const fullPath = path.join(folder, file);
    mkdirSync(path.dirname(fullPath), { recursive: true });
    writeFileSync(fullPath, content);
  }
  return folder;
}

/** Writes a site folder that exists until the test ends. */
export function createSiteFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = writeSiteFolder(files);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export type TestSettings = z.input<typeof siteConfigSchema>;

/**
 * Reads the folder as a site with these settings. `language`: one of those that the settings name, by default their
 * default language.
 */
export async function readSiteFolder(
  folder: string,
  settings: TestSettings = {},
  { language, ...more }: Partial<SiteSource> & { language?: string | undefined } = {},
) {
  const config = siteConfigSchema.parse(settings);
  const locales = listLocales(config, folder);
  const locale = locales.find(({ name }) => name === language) ?? locales[0];
  const read = await readSite({
    docsDir: path.join(folder, 'docs'),
    docsHome: folder,
    config,
    locale,
    ...more,
  });
  return { ...read, config, locale, locales };
}

/** Reads the site of such files. Problems name their files from the folder. */
export async function readTestSite(
  files: Readonly<Record<string, string | Uint8Array>>,
  settings: TestSettings = {},
  more: Partial<SiteSource> = {},
): Promise<{ site: Site; problems: Problem[] }> {
  const folder = createSiteFolder(files);
  const pagesDir = path.join(folder, 'pages');
  const { site, problems } = await readSiteFolder(folder, settings, { pagesDir, ...more });
  const relateToFolder = (file: string | undefined) =>
    file === undefined ? {} : { file: path.relative(folder, file) };
  return {
    site,
    problems: problems.map((problem) => ({
      ...problem,
      ...relateToFolder(problem.file),
      message: problem.message.replaceAll(`${folder}/`, ''),
    })),
  };
}

/** A sidebar as an outline: `label → href`, categories with their items. */
export function outlineSidebar(items: readonly SidebarItem[] = []): unknown[] {
  return items.map((item) => {
    if (item.type === 'html') return item.value;
    const line = item.href === undefined ? item.label : `${item.label} → ${item.href}`;
    return item.type === 'category' ? [line, ...outlineSidebar(item.items)] : line;
  });
}
