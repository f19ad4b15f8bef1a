import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROUTES_FILE } from '../checks/rules/routes.ts';
import { readSite } from '../content/read-site.ts';
import { routesOf } from '../content/routes.ts';

// Adds the addresses of new pages to the list of those that have to answer for ever.
const projectDir = path.resolve(import.meta.dirname, '../..');
const file = path.join(projectDir, ROUTES_FILE);
const { site } = await readSite({
  docsDir: path.join(projectDir, 'docs'),
  siteDir: projectDir,
  pagesDir: path.join(projectDir, 'pages'),
  markdownFormat: 'mdx',
});
const kept: string[] = JSON.parse(readFileSync(file, 'utf8'));
const all = [...new Set([...kept, ...routesOf(site)])].sort();
writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
console.log(`${all.length - kept.length} added, ${all.length} in all.`);
