// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are samples of code.
import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';
import { composeSiteTexts } from '../../config/texts.ts';
import { toBuildFeatures } from '../../features/feature.ts';
import { liveCode } from '../../features/live-code/feature.ts';
import type { Problem } from '../../shared/problem.ts';
import { bundleUi } from './bundle.ts';

const scope = 'src/theme/ReactLiveScope/index.js';
const added = toBuildFeatures([liveCode]);
const features = { blog: false, groups: false, public: false, otherEditions: false };

/** A package called `parts`, and a scope that gives live code what the package exports as `part`. */
const createPackage = (files: Readonly<Record<string, string>>) => ({
  [scope]: "import { part } from 'parts';\nexport default { part };\n",
  'node_modules/parts/package.json': '{"name":"parts","type":"module","exports":{".":"./index.js"}}',
  ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`node_modules/parts/${name}`, text])),
});

async function bundleFrame(
  files: Readonly<Record<string, string>>,
): Promise<{ html: string; problems: readonly Problem[]; siteDir: string }> {
  await using site = new TestSite(files);
  const siteDir = realpathSync(site.root);
  const { bundle, problems } = await bundleUi({
    siteDir,
    boundary: { roots: [siteDir], privateFolders: [] },
    texts: composeSiteTexts({}, added.messages),
    styles: [],
    cacheDir: path.join(siteDir, '.cache'),
    keepsProcess: true,
    features,
    added,
  });
  const frame = bundle?.files.find(({ url }) => /\/live-frame\./.test(url));
  return { html: frame ? await readFile(frame.file, 'utf8') : '', problems, siteDir };
}

test.each<[string, Record<string, string>, string]>([
  [
    'several modules',
    createPackage({
      'index.js': "export const part = (name) => (name === 'a' ? import('./a.js') : import('./b.js'));",
      'a.js': "export const a = 'Text of a';",
      'b.js': "import { a } from './a.js';\nexport const b = a + 1;",
    }),
    'Text of a',
  ],
  [
    'a module that is also imported statically',
    createPackage({
      'index.js':
        "import { a } from './a.js';\nexport const part = () => import('./a.js').then((m) => m.a === a);",
      'a.js': "export const a = 'Text of a';",
    }),
    'Text of a',
  ],
  [
    'modules in a circle',
    createPackage({
      'index.js': "export const part = () => import('./a.js');",
      'a.js': "export const a = 'Text of a';\nexport const b = () => import('./b.js');",
      'b.js': "import { part } from './index.js';\nexport const a = [part, () => import('./a.js')];",
    }),
    'Text of a',
  ],
  [
    'modules that only unused code loads',
    createPackage({
      'index.js': "export * from './core.js';\nexport const part = 'Text of index';",
      'core.js':
        "export const base = globalThis.base;\nexport const load = [() => import('./a.js'), () => import('./b.js')];",
      'a.js': "import { base } from './core.js';\nglobalThis.a = base;",
      'b.js': "import { base } from './core.js';\nglobalThis.b = base;",
    }),
    'Text of index',
  ],
  [
    'modules that used and unused code loads',
    createPackage({
      'index.js': "export { load as part } from './core.js';",
      'core.js':
        "export const base = globalThis.base;\nexport const load = () => import('./a.js');\nexport const unused = () => import('./b.js');",
      'a.js': "import { base } from './core.js';\nexport const a = ['Text of a', base];",
      'b.js': "import { base } from './core.js';\nglobalThis.b = base;",
    }),
    'Text of a',
  ],
  [
    'modules of a package in CommonJS',
    {
      ...createPackage({
        'index.js': "exports.part = () => import('./a.js');",
        'a.js': "exports.a = 'Text of a';",
      }),
      'node_modules/parts/package.json': '{"name":"parts","main":"index.js"}',
    },
    'Text of a',
  ],
  [
    'a module of a package by a path of which only a part is known',
    createPackage({
      'index.js': 'export const part = (name) => import(`./seasons/${name}.js`);',
      'seasons/spring.js': "export default 'Text of spring';",
    }),
    'Text of spring',
  ],
  [
    'a module of the site by a path of which only a part is known',
    {
      [scope]: 'export default { part: (name) => import(`./seasons/${name}.js`) };',
      'src/theme/ReactLiveScope/seasons/spring.js': "export default 'Text of spring';",
    },
    'Text of spring',
  ],
  [
    'a style sheet',
    createPackage({
      'index.js': "export const part = () => import('./look.css');",
      'look.css': '@font-face { font-family: x; src: url(./x.woff2) }\n.drop { color: teal }',
      'x.woff2': 'x',
    }),
    '.drop{color:teal}',
  ],
  [
    'a CSS module of the site',
    {
      [scope]: "import look from './look.module.css';\nexport default { look };",
      'src/theme/ReactLiveScope/look.module.css': '.drop { color: teal }',
    },
    '{color:teal}',
  ],
  [
    'a picture',
    {
      [scope]: "import drop from './drop.png';\nexport default { drop };",
      'src/theme/ReactLiveScope/drop.png': 'pixels',
    },
    'data:image/png;base64,cGl4ZWxz',
  ],
  [
    'a picture by its address',
    createPackage({
      'index.js': "export const part = new URL('./drop.png', import.meta.url).href;",
      'drop.png': 'pixels',
    }),
    'data:image/png;base64,cGl4ZWxz',
  ],
  [
    'a worker that loads modules which only unused code loads',
    createPackage({
      'index.js':
        "export const part = () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });",
      'worker.js': "import './core.js';\npostMessage(1);",
      'core.js':
        "export const base = globalThis.base;\nexport const load = [() => import('./a.js'), () => import('./b.js')];",
      'a.js': "import { base } from './core.js';\nglobalThis.a = base;",
      'b.js': "import { base } from './core.js';\nglobalThis.b = base;",
    }),
    'new Worker(',
  ],
])('the frame of live code is one document if its scope loads %s', async (_, files, part) => {
  const { html, problems } = await bundleFrame(files);
  expect(problems).toEqual([]);
  expect(html.includes(part)).toBe(true);
  expect(/\bimport\(["'`]\.|@font-face|\{\}\.url/.test(html)).toBe(false);
});

test.each<[string, Record<string, string>, string, number | undefined, RegExp]>([
  [
    'awaits something',
    { [scope]: 'const part = 1;\nexport default { part: await part };' },
    scope,
    2,
    /`await` outside of a function.*Move it into a function/,
  ],
  [
    'loads a package that awaits something',
    createPackage({ 'index.js': "export const part = () => import('./a.js');", 'a.js': 'await 1;' }),
    'node_modules/parts/a.js',
    1,
    /`await` outside of a function/,
  ],
  [
    'has a mistake',
    { [scope]: "import './part.js';\nexport default {};", 'src/theme/ReactLiveScope/part.js': 'const = 1;' },
    'src/theme/ReactLiveScope/part.js',
    undefined,
    /bundled: Unexpected token/,
  ],
  [
    'imports a package that is not installed',
    { [scope]: "export default { part: () => import('no-such-package') };" },
    'src/theme/ReactLiveScope',
    undefined,
    /failed to resolve import "no-such-package"/,
  ],
])('names the place and the reason if the scope of live code %s', async (_, files, file, line, reason) => {
  const { problems, siteDir } = await bundleFrame(files);
  expect(problems).toEqual([
    {
      code: 'live-scope',
      severity: 'error',
      file: path.join(siteDir, file),
      ...(line === undefined ? {} : { line }),
      message: expect.stringMatching(reason),
    },
  ]);
});
