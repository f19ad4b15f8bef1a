import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type CheckedSite, displayPath, listTree } from 'gatehouse/checks';
import { readArticle } from './article-source.ts';
import { type ReferenceData, readReferenceData } from './reference-data.ts';
import type { Manual } from './rule.ts';

export function readManual({ siteDir, articles, routes, redirected }: CheckedSite): Manual {
  const files = readManualFiles(siteDir);
  return {
    ...files,
    articles: files.listFiles('docs', /\.mdx?$/).flatMap((file) => readArticle(file) ?? []),
    pages: [...articles].map(([name, { summary }]) => ({
      file: displayPath(path.join(siteDir, 'docs', name)),
      anchors: summary.anchors,
      headings: summary.headings,
    })),
    routes,
    redirected,
  };
}

/** The part of the manual that can be read without compiling the site. */
export function readManualFiles(siteDir: string): ReferenceData & Pick<Manual, 'file' | 'listFiles'> {
  const readSiteFile: Manual['file'] = (name) => {
    const absolute = path.join(siteDir, name);
    return { name, file: displayPath(absolute), text: readFileSync(absolute, 'utf8') };
  };
  return {
    ...readReferenceData((name) => readSiteFile(name).text),
    file: readSiteFile,
    listFiles: (folder, ending) =>
      listTree(path.join(siteDir, folder), (name) => name.startsWith('_'))
        .filter((name) => ending.test(name))
        .map((name) => readSiteFile(`${folder}/${name}`)),
  };
}
