/** `npm run docs:reference`: writes the generated pages of Gatehouse's own documentation. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeReferenceFiles } from './reference-files.ts';

const siteDir = path.resolve(import.meta.dirname, '..');

for (const [name, content] of Object.entries(await writeReferenceFiles())) {
  const file = path.join(siteDir, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  console.log(`Wrote docs/${name}`);
}
process.exit();
