import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readSite } from '../../src/content/read-site.ts';
import { routesOf } from '../../src/content/routes.ts';
import { ROUTES_FILE } from './rules/routes.ts';

// `node site/checks/add-routes.ts` adds the addresses of new pages to the list of those that have to answer for ever.
const siteDir = path.resolve(import.meta.dirname, '..');
const file = path.join(siteDir, ROUTES_FILE);
const { site } = await readSite({
  docsDir: path.join(siteDir, 'docs'),
  siteDir,
  pagesDir: path.join(siteDir, 'src/pages'),
  markdownFormat: 'mdx',
});
const kept: string[] = JSON.parse(readFileSync(file, 'utf8'));
const all = [...new Set([...kept, ...routesOf(site)])].sort();
writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
console.log(`${all.length - kept.length} added, ${all.length} in all.`);
