import { describe, expect, test } from 'vitest';
import { parseDoc } from './parsed-doc.ts';

const parse = (text: string) => parseDoc(new TextEncoder().encode(text));
const parseFrontMatter = (lines: string) => parse(`---\n${lines}\n---\n\nBody`);

describe('front matter', () => {
  test.each([
    ['title: 123', { title: '123' }],
    ['title: 1.10', { title: '1.1' }],
    ['title: 12:30', { title: '12:30' }],
    ['title: 1_000', { title: '1_000' }],
    ['sidebar_position: 010', { sidebar_position: 10 }],
    ['sidebar_position: 0b11', { sidebar_position: 3 }],
    ['title: ""', { title: '' }],
    ['id: 2', { id: '2' }],
    ['title: 2021-01-02', { title: new Date('2021-01-02').toString() }],
    ['sidebar_position: "3"', { sidebar_position: 3 }],
    ['sidebar_position: -1.5', { sidebar_position: -1.5 }],
    ['draft: "true"', { draft: true }],
    ['draft: FALSE', { draft: false }],
    ['description: |\n  One\n  two', { description: 'One\ntwo\n' }],
    ['description: >-\n  One\n  two', { description: 'One two' }],
    ['tags: [a, 2024, {label: B, permalink: /b}]', { tags: ['a', '2024', { label: 'B', permalink: '/b' }] }],
    ['tags:\n- a\n- b', { tags: ['a', 'b'] }],
    ['displayed_sidebar: null', { displayed_sidebar: null }],
    ['pagination_next:', { pagination_next: null }],
    ['custom_edit_url: ""', { custom_edit_url: '' }],
    [
      'last_update: {date: 2024-05-31, author: A}',
      { last_update: { date: '2024-05-31T00:00:00.000Z', author: 'A' } },
    ],
    ['custom: {anything: [1]}', { custom: { anything: [1] } }],
    ['"quoted": 1\n\'title\': A', { quoted: 1, title: 'A' }],
    ['&', undefined],
  ])('%j', (lines, expected) => {
    if (expected === undefined) expect(parseFrontMatter(lines).issues).toHaveLength(1);
    else expect(parseFrontMatter(lines).frontMatter).toEqual(expected);
  });

  test('keeps the order of the file', () => {
    expect(Object.keys(parseFrontMatter('sidebar_label: L\nzzz: 1\ntitle: T\nid: i').frontMatter)).toEqual([
      'sidebar_label',
      'zzz',
      'title',
      'id',
    ]);
  });

  test('can be empty, or nothing but comments', () => {
    for (const text of [
      '---\n---\n# A',
      '---\n\n---\n# A',
      '---\n# only a comment\n---\n# A',
      '---\r\n---\r\n# A',
    ]) {
      expect(parse(text)).toMatchObject({ frontMatter: {}, contentTitle: 'A', issues: [] });
    }
  });

  test('accepts unknown keys with a warning', () => {
    const { frontMatter, issues } = parseFrontMatter('author: Someone\nsidebar_positon: 2\ndate: 2024-01-01');
    expect(frontMatter).toEqual({ author: 'Someone', sidebar_positon: 2, date: '2024-01-01T00:00:00.000Z' });
    expect(issues).toEqual([
      {
        code: 'unknown-front-matter',
        severity: 'warning',
        line: 2,
        message: 'Unknown front matter key "author". Put your own keys under "custom".',
      },
      {
        code: 'unknown-front-matter',
        severity: 'warning',
        line: 3,
        message: 'Unknown front matter key "sidebar_positon". Did you mean "sidebar_position"?',
      },
      {
        code: 'unknown-front-matter',
        severity: 'warning',
        line: 4,
        message: 'Unknown front matter key "date". Put your own keys under "custom".',
      },
    ]);
  });

  test.each([
    ['title: A\nsidebar_position: first', 3, '"sidebar_position" must be a number'],
    ['id: a/b', 2, '"id" must not contain a slash'],
    ['tags: one', 2, '"tags" must be a list'],
    ['tags:', 2, '"tags" must be a list'],
    ['keywords: a, b', 2, '"keywords" must be a list'],
    ['draft: maybe', 2, '"draft" must be true or false'],
    ['title: [a]', 2, '"title" must be text'],
    ['sidebar_label: ""', 2, '"sidebar_label" must not be empty'],
    ['description:', 2, '"description" must be text'],
    ['toc_min_heading_level: 1', 2, '"toc_min_heading_level" must be 2 to 6'],
    ['toc_max_heading_level: 7', 2, '"toc_max_heading_level" must be 2 to 6'],
    ['toc_min_heading_level: 4\ntoc_max_heading_level: 3', 2, '"toc_min_heading_level" must not be above'],
    ['draft: true\nunlisted: true', 3, '"unlisted" can\'t be combined with draft'],
    ['last_update: {date: never}', 2, '"last_update" (date) must be a date'],
    ['last_update: {}', 2, '"last_update" must have a date or an author'],
  ])('reports %j on its line', (lines, line, message) => {
    expect(parseFrontMatter(lines).issues).toEqual([
      expect.objectContaining({ severity: 'error', line, message: expect.stringContaining(message) }),
    ]);
  });

  test('leaves a wrong key out and keeps the rest', () => {
    expect(parseFrontMatter('title: A\ndraft: maybe\nslug: /x').frontMatter).toEqual({
      title: 'A',
      slug: '/x',
    });
  });

  test('reports the line where YAML has an error', () => {
    expect(parseFrontMatter('title: A\ntitle: B').issues).toEqual([
      expect.objectContaining({ severity: 'error', line: 3 }),
    ]);
    expect(parseFrontMatter('title: a: b').issues).toEqual([
      expect.objectContaining({ severity: 'error', line: 2 }),
    ]);
    expect(parseFrontMatter('just text').issues).toEqual([
      expect.objectContaining({ severity: 'error', line: 1 }),
    ]);
  });
});

test('warns about front matter without an end, which leaves the page empty', () => {
  for (const text of ['---\ntitle: A\n\n', '--- title: A ---\n# B', '---']) {
    const message = expect.stringContaining('no closing ---');
    expect(parse(text).issues).toEqual([{ code: 'front-matter', severity: 'warning', line: 1, message }]);
  }
});

describe('bytes', () => {
  test("reports bytes that aren't UTF-8 by offset and line", () => {
    const bytes = Uint8Array.from([...new TextEncoder().encode('# Ü\n\nAb'), 0xe9, 0x20]);
    expect(parseDoc(bytes).issues).toEqual([
      {
        code: 'encoding',
        severity: 'error',
        line: 3,
        message: "The file isn't UTF-8: byte 8 (0xe9) can't be decoded. Save the file as UTF-8.",
      },
    ]);
  });

  test('accepts a real replacement character', () => {
    expect(parse('# A \uFFFD b').issues).toEqual([]);
  });

  test('skips a byte order mark', () => {
    expect(parse('\uFEFF---\ntitle: A\n---\n\n# B')).toMatchObject({
      frontMatter: { title: 'A' },
      contentTitle: 'B',
    });
  });
});

describe('the fences of front matter', () => {
  test('separate it from the body', () => {
    expect(parse('---\nid: a\n---\n\nBody')).toMatchObject({ frontMatter: { id: 'a' }, excerpt: 'Body' });
    expect(parse('---\n---\nBody')).toMatchObject({ frontMatter: {}, excerpt: 'Body' });
  });

  test.each(['', '# A', '\n---\nid: a\n---\n', '----\nid: a\n----', ' ---\nid: a\n---'])(
    "aren't there in %j",
    (text) => expect(parse(text)).toMatchObject({ frontMatter: {}, keyLines: {}, issues: [] }),
  );

  test('can follow a byte order mark and have Windows line ends', () => {
    expect(parse('\uFEFF---\r\nid: a\r\n---\r\nBody')).toMatchObject({
      frontMatter: { id: 'a' },
      excerpt: 'Body',
    });
    expect(parse('\uFEFF# A').contentTitle).toBe('A');
  });

  test('end at the next line that starts with three dashes, not at a rule in the body', () => {
    expect(parse('---\nid: a\n----\nBody')).toMatchObject({ frontMatter: { id: 'a' }, excerpt: '-' });
    expect(parse('---\nid: a\n---\n# One\n\n---\n\nTwo')).toMatchObject({
      frontMatter: { id: 'a' },
      contentTitle: 'One',
      issues: [],
    });
  });

  test('treats the whole file as front matter if the closing line is missing', () => {
    const { frontMatter, contentTitle, issues } = parse('---\nid: a\n\n# Body');
    expect([frontMatter, contentTitle]).toEqual([{ id: 'a' }, undefined]);
    expect(issues).toMatchObject([{ severity: 'warning', line: 1 }]);
  });

  test('can name a language', () => {
    expect(parse('---json\n{"id":"a"}\n---\n').frontMatter).toEqual({ id: 'a' });
    expect(parse('---  \nid: a\n---\n').frontMatter).toEqual({ id: 'a' });
  });
});
