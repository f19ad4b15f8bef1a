import { appendFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateDocs } from '../testing/generated-docs/generate-docs.ts';
import type { Bench, Figure } from './bench.ts';
import { measureRun, projectDir } from './support/measured-run.ts';

const PAGES = 2_000;
const COMPONENTS = 10;

/**
 * Builds a whole Docusaurus site, and many pages that use components: from nothing, unchanged, and after a
 * change of one component.
 */
export const componentsBench: Bench = {
  name: 'components',
  about: "Build of sites with their owners' components: whole process, with the start of Node",
  async run({ folder, say }) {
    const figures: Figure[] = [];
    const sites = [
      { name: 'whole site', make: createWholeSite },
      { name: `${PAGES} pages, ${COMPONENTS} components`, make: generateSite },
    ];
    for (const { name, make } of sites) {
      const root = folder();
      const site = path.join(root, 'site');
      const component = make(site);
      for (const what of ['cold', 'unchanged', 'one component changed']) {
        say(`${name}, ${what}`);
        if (what.startsWith('one')) appendFileSync(component, '\nexport const changed = true;\n');
        const args = ['', path.join(root, 'dist'), path.join(root, 'cache')];
        const run = await measureRun('bench/support/build-once.ts', args, path.join(root, 'peak'), {
          BENCH_SITE_DIR: site,
        });
        const { compiled, rendered }: { compiled: number; rendered: number } = JSON.parse(run.output);
        const note = `${compiled} compiled, ${rendered} rendered`;
        figures.push(
          { what: `${name}, ${what}`, value: run.seconds, unit: 's', note },
          { what: `${name}, ${what}, peak memory`, value: run.peakMB, unit: 'MB' },
        );
      }
    }
    return figures;
  },
};

/** Prepares the whole site. Returns the file of a component that some pages use. */
function createWholeSite(site: string): string {
  cpSync(path.join(projectDir, 'tests/compat/sites/acme'), site, { recursive: true });
  return path.join(site, 'src/components/Counter.tsx');
}

/** Generates pages that use one of the components each. Half of the components are interactive. */
function generateSite(site: string): string {
  const docs = path.join(site, 'docs');
  const { files } = generateDocs(docs, PAGES);
  const components = path.join(site, 'src/components');
  mkdirSync(components, { recursive: true });
  for (let n = 0; n < COMPONENTS; n += 1) {
    const state = n % 2 === 0 ? 'const [count, setCount] = useState(start);' : 'const count = start;';
    const press = n % 2 === 0 ? ' onClick={() => setCount(count + 1)}' : '';
    const code = `import { useState } from 'react';\n\nexport default function Box${n}({ start, children }) {\n  ${state}\n  return <div className="box"><button type="button"${press}>{count}</button>{children}</div>;\n}\n`;
    writeFileSync(path.join(components, `Box${n}.jsx`), code);
  }
  for (const [index, file] of files.entries()) {
    const fullPath = path.join(docs, file);
    const box = `Box${index % COMPONENTS}`;
    const [, head = '', body = ''] =
      /^(---\n[\s\S]*?\n---\n)?([\s\S]*)$/.exec(readFileSync(fullPath, 'utf8')) ?? [];
    const use = `\n<${box} start={${index}}>\n\nSome *text*.\n\n</${box}>\n`;
    writeFileSync(fullPath, `${head}import ${box} from '@site/src/components/${box}';\n\n${body}${use}`);
  }
  return path.join(components, 'Box0.jsx');
}
