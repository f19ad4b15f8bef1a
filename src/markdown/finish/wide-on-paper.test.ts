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

describe('a drawing', () => {
  test.each([
    ['numbers', 'width="1500" height="60"', '0 0 1500 60'],
    ['pixels', 'width="1500.5px" height="60px"', '0 0 1500.5 60'],
    ['numbers of JSX', 'width={1500} height={60}', '0 0 1500 60'],
  ])('with a size in %s can shrink', async (_, attributes, viewBox) => {
    const { html } = await compile(`<svg ${attributes}><rect width="9" height="9" /></svg>\n`);
    expect(html).toContain(`viewBox="${viewBox}"`);
    expect(html.match(/viewBox/g)).toHaveLength(1);
  });

  test.each([
    'width="100%" height="60"',
    'width="2em" height="2em"',
    'width="60"',
    'viewBox="0 0 1 2" width="8" height="8"',
  ])('stays as it is with %s', async (attributes) => {
    const { html } = await compile(`<svg ${attributes}><rect width="9" height="9" /></svg>\n`);
    expect(html).toContain(`<svg ${attributes}`);
    expect(html.match(/viewBox/g)?.length ?? 0).toBe(attributes.includes('viewBox') ? 1 : 0);
  });
});

describe('a formula', () => {
  const createFormula = (content: string, display = 'block') =>
    `<math display="${display}"><mrow>${content}</mrow></math>\n`;
  const sum = (count: number) => '<mi>x</mi><mo>+</mo>'.repeat(count);
  const row = (count: number) => `<mrow>${sum(count)}</mrow>`;

  test.each([
    ['smaller', sum(25), '1'],
    ['much smaller', sum(32), '2'],
    ['broken into lines', sum(60), 'lines'],
    ['broken, with whole parts that are smaller', `<mfrac>${row(30)}<mn>2</mn></mfrac>${sum(60)}`, 'lines 2'],
  ])('is marked to be %s', async (_, content, mark) => {
    expect((await readMarks(createFormula(content)))[0]).toEqual(mark);
  });

  test.each([
    ['a fraction', `<mfrac>${row(90)}<mn>2</mn></mfrac>`, ['mrow', 'mfrac', 'mrow']],
    [
      'a fraction in a fraction',
      `<mfrac><mn>1</mn><mrow><mfrac>${row(90)}${row(8)}</mfrac></mrow></mfrac>`,
      ['mrow', 'mfrac', 'mrow', 'mfrac', 'mrow', 'mrow'],
    ],
    ['a root', `<msqrt>${sum(90)}</msqrt>`, ['mrow', 'msqrt']],
    ['a third root', `<mroot>${row(90)}<mn>3</mn></mroot>`, ['mrow', 'mroot', 'mrow']],
    ['a power', `<msup>${row(90)}<mn>2</mn></msup>`, ['mrow', 'msup', 'mrow']],
    ['a line over letters', `<mover>${row(90)}<mo>‾</mo></mover>`, ['mrow', 'mover', 'mrow']],
    [
      'letters over and under it',
      `<munderover>${row(90)}<mi>a</mi><mi>b</mi></munderover>`,
      ['mrow', 'munderover', 'mrow'],
    ],
    [
      'two long cells',
      `<mtable><mtr><mtd>${row(60)}</mtd><mtd><mi>x</mi></mtd><mtd>${row(60)}</mtd></mtr></mtable>`,
      ['mrow', 'mtable', 'mtd', 'mrow', 'mtd', 'mrow'],
    ],
    ['a long word', `<mtext>${'x'.repeat(400)}</mtext>`, ['mrow', 'mtext']],
  ])('is broken inside a part that is too wide: %s', async (_, content, tagNames) => {
    const { html } = await compile(createFormula(content));
    expect(html).toContain('data-wide="lines"');
    expect([...html.matchAll(/<(\w+)[^<>]* data-wide="broken"/g)].map(([, tagName]) => tagName)).toEqual(
      tagNames,
    );
  });

  test('is broken between cells if it has more columns than fit', async () => {
    const cells = '<mtd><mi>x</mi></mtd>'.repeat(90);
    expect(await readMarks(createFormula(`<mtable><mtr>${cells}</mtr></mtable>`))).toEqual([
      'lines',
      'broken',
      'cells',
    ]);
  });

  test("is smaller if it can't be broken", async () => {
    const scripts = `<mmultiscripts><mi>a</mi>${row(90)}<mi>b</mi></mmultiscripts>`;
    expect(await readMarks(createFormula(scripts))).toEqual(['lines 6', 'broken']);
  });

  test('has no mark if it fits, or is in a line of text', async () => {
    expect(await readMarks(createFormula(sum(10)))).toEqual([]);
    expect(await readMarks(createFormula(sum(60), 'inline'))).toEqual([]);
    expect(await readMarks(createFormula(`<mfrac>${row(15)}${row(15)}</mfrac>`))).toEqual([]);
  });
});
