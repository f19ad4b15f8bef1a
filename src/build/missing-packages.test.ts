import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TestSite } from '../../testing/test-site.ts';
import { describeMissingPackage } from '../shared/missing-packages.ts';
import { formatProblem, type Problem } from '../shared/problem.ts';
import { joinMissingPackages } from './missing-packages.ts';

let site: TestSite;
beforeEach(() => {
  site = new TestSite({ 'package.json': '{"dependencies": {"listed": "1"}}' });
});
afterEach(() => site[Symbol.dispose]());

function createMissingPackage(
  name: string,
  file: string,
  line: number,
  more: Partial<Problem> = {},
): Problem {
  const message = `${describeMissingPackage(name)} Run something.`;
  return { code: 'missing-package', severity: 'error', file, line, message, ...more };
}

const formatProblems = (problems: readonly Problem[]) =>
  problems.map((problem) => formatProblem(problem).replaceAll(site.root, 'site'));

describe("joins the problems of packages that aren't installed", () => {
  test('reports one missing package as one problem at its import', () => {
    expect(
      formatProblems(joinMissingPackages([createMissingPackage('listed', 'docs/a.mdx', 3)], site.root)),
    ).toEqual([
      "docs/a.mdx:3: The package `listed` isn't installed. Run `npm install` in site, or remove the import.",
    ]);
  });

  test('counts the other places that import the same package', () => {
    const problems = [
      createMissingPackage('other', 'docs/b.mdx', 3),
      createMissingPackage('other', 'docs/a.mdx', 7),
      createMissingPackage('other', 'docs/a.mdx', 7),
    ];
    expect(formatProblems(joinMissingPackages(problems, site.root))).toEqual([
      "docs/a.mdx:7: The package `other` isn't installed. It is needed in 1 more place. Run `npm install other` in site, or remove what needs it.",
    ]);
  });

  test('writes a line for each package if several are missing', () => {
    const problems = [
      createMissingPackage('b', 'src/x.js', 1),
      createMissingPackage('@a/c', 'docusaurus.config.js', 2, { code: 'docusaurus-config' }),
      createMissingPackage('b', 'docs/x.mdx', 4),
      {
        code: 'broken-link',
        severity: 'error',
        file: 'docs/x.mdx',
        message: 'The link leads nowhere.',
      } as const,
    ];
    const [joinedProblem, ...otherProblems] = joinMissingPackages(problems, site.root);
    expect(formatProblems(joinedProblem ? [joinedProblem] : [])).toEqual([
      [
        "2 packages aren't installed:",
        '  @a/c (docusaurus.config.js:2)',
        '  b (docs/x.mdx:4 and 1 more)',
        'Run `npm install @a/c b` in site, or remove what needs them.',
      ].join('\n'),
    ]);
    expect(joinedProblem?.code).toBe('docusaurus-config');
    expect(otherProblems.map(({ code }) => code)).toEqual(['broken-link']);
  });

  test('drops errors that quote a missing package', () => {
    const quote = `\`./card.js\` can't be loaded: ${describeMissingPackage('listed')}`;
    const problems = [
      createMissingPackage('listed', 'docs/a.mdx', 1, { code: 'broken-import', message: quote }),
      createMissingPackage('listed', 'src/card.js', 2),
    ];
    expect(formatProblems(joinMissingPackages(problems, site.root))).toEqual([
      expect.stringMatching(/^src\/card\.js:2: The package `listed` isn't installed\. Run/),
    ]);
    expect(joinMissingPackages(problems.slice(0, 1), site.root)).toHaveLength(1);
  });

  test('into a warning if all of them are warnings', () => {
    const warnings = [createMissingPackage('b', 'x', 1), createMissingPackage('c', 'x', 2)].map(
      (problem) => ({
        ...problem,
        severity: 'warning' as const,
      }),
    );
    expect(joinMissingPackages(warnings, site.root)).toMatchObject([
      { severity: 'warning', code: 'missing-package' },
    ]);
    expect(joinMissingPackages([], site.root)).toEqual([]);
  });
});

const least = "title: 'Acme', url: 'https://acme.example', baseUrl: '/'";

test('a site that lacks packages of documents, components and style sheets gets one problem', async () => {
  site.write(
    'docusaurus.config.js',
    `export default { ${least}, presets: [['classic', { theme: { customCss: './src/css/custom.less' } }]] };\n`,
  );
  site.write(
    'docs/index.mdx',
    "import Player from 'react-player';\nimport Card from '@site/src/components/Card';\n\n# Home\n\n<Player />\n\n<Card />\n",
  );
  site.write('docs/film.mdx', "import Player from 'react-player/lazy';\n\n# Film\n\n<Player />\n");
  site.write(
    'src/components/Card.jsx',
    "import pad from 'left-pad';\nexport default () => <p>{pad('x', 3)}</p>;\n",
  );
  site.write('src/css/custom.less', 'p { b { color: red; } }\n');
  const { problems } = await site.build();
  expect(problems.map(({ code, severity }) => `${severity} ${code}`)).toEqual(['error missing-package']);
  expect(problems[0]?.message.split('\n')).toEqual([
    "3 packages aren't installed:",
    expect.stringMatching(/^ {2}left-pad \(.*src\/components\/Card\.jsx:1\)$/),
    expect.stringMatching(/^ {2}less \(.*src\/css\/custom\.less\)$/),
    expect.stringMatching(/^ {2}react-player \(.*docs\/film\.mdx:1 and 1 more\)$/),
    expect.stringMatching(
      /^Run `npm install left-pad less react-player` in .*, or remove what needs them\.$/,
    ),
  ]);
});

describe("a plugin of Markdown whose package isn't installed is one problem", () => {
  test.each([
    [
      'as imports of the configuration',
      `import gloss from 'remark-gloss';
import * as shiny from '@looks/rehype-shiny';
export default { ${least}, presets: [['classic', { docs: {
  remarkPlugins: [gloss, [gloss.deep, { a: 1 }]], rehypePlugins: [shiny.default({})], admonitions: shiny.admonitions,
} }]] };
`,
      ['@looks/rehype-shiny', 'remark-gloss'],
    ],
    [
      'by their names',
      `export default { ${least}, presets: [['classic', { docs: {
  remarkPlugins: ['remark-gloss', ['remark-gloss', { a: 1 }]], rehypePlugins: ['@looks/rehype-shiny'],
} }]] };
`,
      ['@looks/rehype-shiny', 'remark-gloss'],
    ],
    [
      'when they are needed',
      `const late = () => () => { require('remark-gloss/late'); };
export default { ${least}, presets: [['classic', { docs: { remarkPlugins: [late] } }]] };
`,
      ['remark-gloss'],
    ],
  ])(
    '%s',
    async (_, config, names) => {
      site.write('docusaurus.config.js', config);
      for (const name of ['one', 'two', 'three']) site.write(`docs/${name}.md`, `# ${name}\n\nText.\n`);
      const { problems } = await site.build();
      expect(problems).toHaveLength(1);
      for (const name of names) expect(problems[0]?.message).toContain(name);
      expect(problems[0]?.message).toContain(`npm install ${names.join(' ')}`);
      expect(problems[0]?.severity).toBe('error');
    },
    120_000,
  );
});
