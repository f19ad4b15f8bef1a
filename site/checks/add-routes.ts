import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROUTES_FILE } from './rules/routes.ts';

// `node site/checks/add-routes.ts [dist]` adds the pages of the last build to the list of addresses that have to
// answer forever.
const [, , dist = 'dist'] = process.argv;
const { routes }: { routes: string[] } = JSON.parse(readFileSync(path.join(dist, 'site.json'), 'utf8'));
const file = path.resolve(import.meta.dirname, '..', ROUTES_FILE);
const storedRoutes: string[] = JSON.parse(readFileSync(file, 'utf8'));
const all = [...new Set([...storedRoutes, ...routes])].sort();
writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
console.log(`${all.length - storedRoutes.length} added, ${all.length} in all.`);
