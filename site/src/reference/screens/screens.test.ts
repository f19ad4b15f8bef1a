import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { compileWithReference as compile } from '../../../testing/compile-with-data.ts';
import { createBreakableWords } from '../elements.ts';
import { parseScreen } from './screen-definition.ts';

const folder = path.resolve(import.meta.dirname, '../../../docs/_data/screens');
const screens = readdirSync(folder).map((file) => path.basename(file, '.json'));

test('every screen is drawn, and nothing in it can be pressed or reached by the keyboard', async () => {
  for (const name of screens) {
    const { html, problems } = await compile(
      `<Screen name="${name}" caption="A screen">\n\n1. One\n\n</Screen>`,
    );
    expect(problems, name).toEqual([]);
    expect(html, name).toContain('role="img" aria-label="A screen"');
    expect(html, name).not.toMatch(/<(?:a|input|select|textarea|button|table)\b|tabindex|style=/);
  }
});

test.each([
  ['PROCESSMAKER_OPERATOR', ['PROCESSMAKER_', 'OPERATOR']],
  ['hugo.lindqvist@example.com', ['hugo.', 'lindqvist', '@example.', 'com']],
  ['purchasing/@#APP_NUMBER', ['purchasing/', '@#APP_', 'NUMBER']],
  ['2026-07-03', ['2026\u201107\u201103']],
  ['@@supplierCode', ['@@supplierCode']],
  ['.pdf', ['.pdf']],
  ['Ends with a dot. Goes on', ['Ends with a dot. Goes on']],
])('%s breaks between its parts only', (text, parts) => {
  const { children } = createBreakableWords('', text);
  expect(children.flatMap((child) => (child.type === 'text' ? [child.value] : []))).toEqual(parts);
});

test('search and the Markdown copy take the list, not the words of the picture', async () => {
  const { blocks, markdown } = await compile(
    '<Screen name="inbox" caption="An Inbox">\n\n1. **Left menu**: where the lists are.\n\n</Screen>',
  );
  expect(blocks.map(({ text }) => text)).toEqual(['An Inbox', 'Left menu: where the lists are.']);
  expect(markdown).toContain('1. **Left menu**: where the lists are.');
  expect(markdown).not.toContain('Calipers');
});

test.each([
  ['<Screen name="inbocks" caption="x" />', 'There is no file docs/_data/screens/inbocks.json'],
  ['<Screen name="inbox" />', 'The attribute `caption` is missing'],
])('%s is a problem', async (source, message) => {
  const { problems } = await compile(source);
  expect(problems).toMatchObject([{ line: 1, message: expect.stringContaining(message) }]);
});

test("parts that aren't numbered from 1 on are named", () => {
  const createMainPart = (part: number) => ({ main: { part, blocks: [{ kind: 'words', text: 'Draft' }] } });
  expect(parseScreen(JSON.stringify(createMainPart(1)))).toMatchObject(createMainPart(1));
  expect(parseScreen(JSON.stringify(createMainPart(2)))).toContain('numbered from 1 on: 2');
  expect(parseScreen('{')).toContain('isn’t valid JSON');
});
