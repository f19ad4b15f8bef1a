import { cpSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { examineSite } from '../../src/adopt/examine-site.ts';
import { isAnswered } from '../../src/build/components/answered-imports.ts';
import { errors, projectDir, TestSite } from '../../testing/test-site.ts';

/** The problems that `gatehouse adopt` and a build report for the same folder. */
async function compareVerdicts(site: TestSite) {
  const { problems } = await examineSite(site.root, { isEngineModule: isAnswered });
  const refusals = problems.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  const built = await site.build();
  return { refusals, buildErrors: errors(built) };
}

// `whole-site.test.ts` does the same with the largest site, which it builds anyway.
test.each(['tests/fixtures/moved-in', 'tests/fixtures/components'])(
  'adopt refuses nothing in %s, which can be built',
  async (fixture) => {
    using site = new TestSite();
    cpSync(path.join(projectDir, fixture), site.root, { recursive: true });
    expect(await compareVerdicts(site)).toEqual({ refusals: [], buildErrors: [] });
  },
);

const config =
  "module.exports = { title: 'Pumps', url: 'https://docs.example', baseUrl: '/', presets: [['classic', { blog: false }]] };";

test.for([
  [
    'a component of the theme folder',
    { 'src/theme/Note.tsx': 'export default () => <p>Note</p>;' },
    "import Note from '@theme/Note';\n\n<Note />",
  ],
  [
    'a code sample with imports',
    {
      'src/components/Sample.tsx':
        "const code = `import a from 'not-installed'`;\nexport default () => <pre>{code}</pre>;",
    },
    "import Sample from '@site/src/components/Sample';\n\n<Sample />",
  ],
  [
    'an import of types only',
    {
      'src/components/Typed.tsx':
        "import type { A } from 'not-installed';\nexport default ({ a }: { a?: A }) => <p>{String(a)}</p>;",
    },
    "import Typed from '@site/src/components/Typed';\n\n<Typed />",
  ],
  [
    'a module of the engine',
    {},
    'import Tabs from \'@theme/Tabs\';\nimport TabItem from \'@theme/TabItem\';\n\n<Tabs><TabItem value="a" label="A">Text</TabItem></Tabs>',
  ],
] as const)('adopt and the build accept %s', async ([, files, text], { expect: expectHere }) => {
  using site = new TestSite({ 'docusaurus.config.js': config, ...files, 'docs/a.mdx': `# A\n\n${text}\n` });
  expectHere(await compareVerdicts(site)).toEqual({ refusals: [], buildErrors: [] });
});

test.for([
  ['a package in a document', {}, "import Tea from 'not-installed';\n\n<Tea />"],
  [
    'a package in a component',
    { 'src/components/Tea.tsx': "import tea from 'not-installed';\nexport default () => <p>{tea}</p>;" },
    "import Tea from '@site/src/components/Tea';\n\n<Tea />",
  ],
  ['a file of the site', {}, "import Tea from '@site/src/components/Tea';\n\n<Tea />"],
  ['a component of the theme', {}, "import Tea from '@theme/Tea';\n\n<Tea />"],
] as const)('adopt and the build both miss %s', async ([, files, text], { expect: expectHere }) => {
  using site = new TestSite({ 'docusaurus.config.js': config, ...files, 'docs/a.mdx': `# A\n\n${text}\n` });
  const { refusals, buildErrors } = await compareVerdicts(site);
  expectHere(refusals).toHaveLength(1);
  expectHere(buildErrors.length).toBeGreaterThan(0);
});
