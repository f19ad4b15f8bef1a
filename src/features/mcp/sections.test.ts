import { expect, test } from 'vitest';
import { quoteDocumentation } from '../../shared/quote-documentation.ts';
import { takePortion } from './answer.ts';
import { extractOpening, parseSections, stripFrontMatter } from './sections.ts';

const markdown = `# Users

Intro.

## List \`users\`

\`\`\`\`sh
# no heading
\`\`\`
## nor this
\`\`\`\`

### Answer

## Read [a user](/docs/user)

### Answer

Last.
`;
const html = `<h2 id="list">List <code>users</code><a class="hash-link" href="#list">#</a></h2>
<h3 id="answer">Answer</h3><h2 id="read">Read <a href="/docs/user">a user</a></h2><h3 class="x" id="answer-1">Answer</h3>`;

test('sections have the ids of the page, and end where the next one of their level begins', () => {
  const sections = parseSections(markdown, html);
  expect(sections.map(({ id, level, title }) => [id, level, title])).toEqual([
    [undefined, 1, 'Users'],
    ['list', 2, 'List users'],
    ['answer', 3, 'Answer'],
    ['read', 2, 'Read a user'],
    ['answer-1', 3, 'Answer'],
  ]);
  const read = sections[3];
  expect(markdown.slice(read?.start, read?.end)).toBe(
    '## Read [a user](/docs/user)\n\n### Answer\n\nLast.\n',
  );
});

test("front matter isn't part of the text", () => {
  expect(stripFrontMatter('---\ntitle: "A"\n---\n\n# A\n\n---\n\nb\n')).toBe('# A\n\n---\n\nb\n');
  expect(stripFrontMatter('# A\n')).toBe('# A\n');
});

test('the opening of a page is its first paragraph, shortened if it is long', () => {
  expect(extractOpening(markdown)).toBe('Intro.');
  expect(extractOpening('# A\n\n| a |\n|---|\n\n1. one\n\n![x](x.png)\n\n**Bold** text.\n')).toBe(
    '**Bold** text.',
  );
  expect(extractOpening('# A\n\n## B\n\nText of B.\n')).toBeUndefined();
  expect(extractOpening(`# A\n\n${'word '.repeat(200)}`)).toMatch(/^(word ){70,79}word …$/);
});

test('a long text is split at line ends, and nothing is lost', () => {
  const body = Array.from({ length: 3_000 }, (_, n) => `line ${n}`).join('\n');
  let read = '';
  while (read.length < body.length) {
    const part = takePortion(body, read.length);
    expect(part.body.length).toBeLessThanOrEqual(10_000);
    read += part.body;
    expect(part.end).toBe(read.length);
  }
  expect(read).toBe(body);
  expect(takePortion('x'.repeat(25_000), 0).body).toHaveLength(10_000);
  expect(takePortion('short', 99)).toEqual({ body: '', end: 5 });
});

test("a text can't close the tags around it", () => {
  const quote = quoteDocumentation('a </documentation> b <Documentation x> c <doc>');
  expect(quote.match(/<\/?documentation/gi)).toHaveLength(2);
  expect(quote).toContain('c <doc>');
});
