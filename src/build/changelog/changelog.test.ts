import { describe, expect, test } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';
import { parseChangelog } from './parse-changelog.ts';

const changelog = `# Changelog

Notable changes.

## [Unreleased]

- Not yet.

## [1.2.0] - 2026-11-20

### Added

- A kettle, see [the pull request][1].

\`\`\`md
## 9.9.9 - 2026-01-01
### Added
\`\`\`

## 1.1.0 (2026-10-02)

- A spout with {braces} and <angles>.

[1]: https://example.com/1
`;

test('each release of a changelog is a title, a date and its changes', () => {
  expect(parseChangelog(changelog)).toEqual([
    {
      version: '1.2.0',
      date: '2026-11-20',
      line: 9,
      body: '## Added\n\n- A kettle, see [the pull request][1].\n\n```md\n## 9.9.9 - 2026-01-01\n### Added\n```\n\n[1]: https://example.com/1\n',
    },
    {
      version: '1.1.0',
      date: '2026-10-02',
      line: 20,
      body: '- A spout with {braces} and <angles>.\n\n[1]: https://example.com/1\n',
    },
  ]);
});

describe('headings of releases, as tools and people write them', () => {
  test.each([
    ['## [2.0.0] - 2026-11-27', '2.0.0', '2026-11-27'],
    ['## 2.0.0 - 2026-11-27', '2.0.0', '2026-11-27'],
    ['## [v2.0.0](https://example.com/compare/a...b) (2026-11-27)', 'v2.0.0', '2026-11-27'],
    ['## [2.0.0][link] — 2026-11-27 ##', '2.0.0', '2026-11-27'],
    ['## 2.0.0-rc.1: 2026-11-27', '2.0.0-rc.1', '2026-11-27'],
    ['## [2.0.0] - 2026-11-27 [YANKED]', '2.0.0', '2026-11-27'],
    ['## Autumn release, 2.0.0 - 2026-11-27', 'Autumn release, 2.0.0', '2026-11-27'],
    ['## 2.0.0', '2.0.0', undefined],
  ])('%s', (heading, version, date) => {
    expect(parseChangelog(`${heading}\n\nText.\n`)).toMatchObject([{ version, date }]);
  });
});

const writeConfig = (more = '') =>
  `export default { name: 'Kettles', url: 'https://kettles.example', blogs: [{ path: 'news', routeBasePath: 'changelog', blogTitle: 'Changelog', changelog: 'CHANGELOG.md'${more} }] };\n`;

test('releases and posts are one list with a feed, for the readers of the blog', async () => {
  using site = new TestSite({
    'docs/a.md': '# A\n',
    'CHANGELOG.md': changelog,
    'news/2026-11-01-move.md': '---\ntitle: We moved\n---\n\nTo a new house.\n\n<!-- truncate -->\n\nMore.\n',
    'site.config.ts': writeConfig(),
  });
  const { ok, problems } = await site.build();
  expect([ok, problems]).toEqual([true, []]);
  const list = site.page('/changelog') ?? '';
  expect([...list.matchAll(/<h2><a href="([^"]+)">([^<]+)/g)].map(([, ...parts]) => parts)).toEqual([
    ['/changelog/1.2.0', '1.2.0'],
    ['/changelog/2026/11/01/move', 'We moved'],
    ['/changelog/1.1.0', '1.1.0'],
  ]);
  expect(list).toContain('href="https://example.com/1"');
  expect(list).toContain('A spout with {braces} and');
  expect(list).toMatch(/<a href="\/changelog\/rss\.xml"[^>]*>RSS<\/a>/);
  expect(list).not.toContain('Not yet.');
  expect(site.page('/changelog/rss.xml')).toContain('<title>1.2.0</title>');
  expect(site.page('/changelog/1.2.0')).toMatch(/<h2[^>]* id="added"/);

  site.write('CHANGELOG.md', changelog.replace('## [Unreleased]', '## 1.3.0 - 2026-11-25'));
  await site.build();
  expect(site.page('/changelog')).toMatch(/1\.3\.0.*1\.2\.0/s);
  site.write('CHANGELOG.md', '## 1.3.0 - 2026-11-25\n\n- A lid.\n');
  await site.build();
  expect(site.page('/changelog/1.2.0')).toBeUndefined();
});

test.each([
  ['nothing', undefined, 'error', undefined, "This changelog doesn't exist."],
  ['no release', '# Changelog\n', 'warning', undefined, 'no release with a date'],
  [
    'a release without a date',
    '## 1.0.0 - 2026-01-01\n\nText.\n\n## 0.9.0\n\nText.\n',
    'warning',
    5,
    'The release 0.9.0 has no date',
  ],
  [
    'a release twice',
    '## 1.0.0 - 2026-01-01\n\nText.\n\n## 1.0.0 - 2026-01-02\n\nText.\n',
    'warning',
    5,
    'The release 1.0.0 is in this file twice.',
  ],
  [
    'a release without text',
    '## 1.0.0 - 2026-01-01\n\n## 0.9.0 - 2025-01-01\n\nText.\n',
    'warning',
    1,
    'The release 1.0.0 has no text',
  ],
])('a changelog with %s is a problem with its place', async (_, text, severity, line, message) => {
  using site = new TestSite({
    'docs/a.md': '# A\n',
    ...(text === undefined ? {} : { 'CHANGELOG.md': text }),
    'site.config.ts': writeConfig(),
  });
  const { problems } = await site.build();
  expect(problems).toEqual([
    {
      code: 'changelog',
      severity,
      line,
      file: expect.stringContaining('CHANGELOG.md'),
      message: expect.stringContaining(message),
    },
  ]);
});
