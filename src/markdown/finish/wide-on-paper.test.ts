import { describe, expect, test } from 'vitest';
import { compile } from '../../../testing/compile.ts';

const path = 'com.example.automation.platform.integration.connectors.internal.DefaultConnectorRegistry';
const capitals = 'ORG_APACHE_KAFKA_CONNECT_TRANSFORMS_INSERT_FIELD';

async function readMarks(markdown: string): Promise<(string | undefined)[]> {
  const { html } = await compile(markdown);
  return [...html.matchAll(/data-wide="([^"]*)"/g)].map(([, marks]) => marks);
}

describe('a table', () => {
  const createTable = (...cells: string[]) =>
    `| ${cells.map(() => 'a').join(' | ')} |\n|${'---|'.repeat(cells.length)}\n| ${cells.join(' | ')} |\n`;

  test.each([
    ['one column', [path], '1'],
    ['a short column and a long one', ['Short', path], '2'],
    ['two long columns', [path, 'Short', capitals], '1 3'],
    ['a link that is followed by its address', ['x', `[y](https://example.com/${'z'.repeat(80)})`], '2'],
    ['long words among others', [`Some words, then ${path}`, 'Short'], '1'],
  ])('is marked with the columns whose words have to break: %s', async (_, cells, mark) => {
    expect(await readMarks(createTable(...cells))).toEqual([mark]);
  });

  test.each([
    ['short words', ['orderConfirmation', 'datetime', 'Required', 'Words of a sentence. '.repeat(20)]],
    ['code, which breaks anyway', [`\`${path}\``, 'Short']],
    ['a language that breaks everywhere', ['漢字'.repeat(60), 'Short']],
    ['more than six columns, which all break', Array.from({ length: 7 }, () => path)],
  ])('has no mark with %s', async (_, cells) => {
    expect(await readMarks(createTable(...cells))).toEqual([]);
  });

  test('counts only its own cells, and a table in it only those of its own', async () => {
    const inner = `<table><tbody><tr><td>x</td><td>${path}</td></tr></tbody></table>`;
    expect(await readMarks(`<table><tbody><tr><td>${inner}</td><td>y</td></tr></tbody></table>\n`)).toEqual([
      '1',
      '2',
    ]);
  });
});

describe('a grid', () => {
  test.each([
    `gridTemplateColumns: 'repeat(4, 300px)'`,
    `gridTemplateColumns: '20rem 1fr'`,
    `grid: 'auto / 900px 400px'`,
    `gridTemplate: '"a b" 3em / 40em 40em'`,
  ])('is marked if its columns have lengths: %s', async (style) => {
    expect(await readMarks(`<div style={{ display: 'grid', ${style} }}>a</div>\n`)).toEqual(['grid']);
  });

  test.each([
    `gridTemplateColumns: '1fr 2fr'`,
    `gridTemplateColumns: 'repeat(3, minmax(0, 1fr))'`,
    `gridTemplateRows: '300px 300px'`,
    `gridAutoRows: '4em'`,
    `gap: '12px'`,
  ])('has no mark otherwise: %s', async (style) => {
    expect(await readMarks(`<div style={{ display: 'grid', ${style} }}>a</div>\n`)).toEqual([]);
  });
});

describe('a formula', () => {
  const createFormula = (content: string, display = 'block') =>
    `<math display="${display}"><mrow>${content}</mrow></math>\n`;
  const sum = (count: number) => '<mi>x</mi><mo>+</mo>'.repeat(count);

  test.each([
    ['smaller', sum(25), '1'],
    ['much smaller', sum(32), '2'],
    ['broken into lines', sum(60), 'lines'],
    ['broken and smaller', `<mfrac><mrow>${sum(40)}</mrow><mn>2</mn></mfrac><mo>=</mo><mi>y</mi>`, 'lines 3'],
  ])('is marked to be %s', async (_, content, mark) => {
    expect(await readMarks(createFormula(content))).toEqual([mark]);
  });

  test('has no mark if it fits, or is in a line of text', async () => {
    expect(await readMarks(createFormula(sum(10)))).toEqual([]);
    expect(await readMarks(createFormula(sum(60), 'inline'))).toEqual([]);
    expect(
      await readMarks(createFormula(`<mfrac><mrow>${sum(15)}</mrow><mrow>${sum(15)}</mrow></mfrac>`)),
    ).toEqual([]);
  });
});
