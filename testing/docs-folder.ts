import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { type ReadSiteOptions, readSite } from '../src/content/read-site.ts';
import type { SidebarItem, Site } from '../src/model/site.ts';
import type { Problem } from '../src/shared/problem.ts';

/** A site folder on disk for one test: `docs/…`, `sidebars.js`, `pages/…` and what each holds. */
export function createSiteFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [file, content] of Object.entries(files)) {
    const full = path.join(folder, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, content);
  }
  return folder;
}

/** Reads the site of such a folder. Problems name their files from the folder. */
export async function readTestSite(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: Partial<ReadSiteOptions> = {},
): Promise<{ site: Site; problems: Problem[] }> {
  const folder = createSiteFolder(files);
  const { site, problems } = await readSite({
    docsDir: path.join(folder, 'docs'),
    siteDir: folder,
    pagesDir: path.join(folder, 'pages'),
    ...options,
  });
  const fromFolder = (file: string | undefined) =>
    file === undefined ? {} : { file: path.relative(folder, file) };
  return {
    site,
    problems: problems.map((problem) => ({
      ...problem,
      ...fromFolder(problem.file),
      message: problem.message.replaceAll(`${folder}/`, ''),
    })),
  };
}

/** A sidebar as an outline: `label → href`, categories with their items. */
export function outline(items: readonly SidebarItem[] = []): unknown[] {
  return items.map((item) => {
    if (item.type === 'html') return item.value;
    const line = item.href === undefined ? item.label : `${item.label} → ${item.href}`;
    return item.type === 'category' ? [line, ...outline(item.items)] : line;
  });
}
