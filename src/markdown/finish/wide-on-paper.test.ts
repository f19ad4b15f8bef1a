import { parseFragment } from 'parse5';
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

  /** The declarations that give the first formula its width in letters, if it is too wide. */
  async function readWidth(content: string): Promise<string | undefined> {
    const { html, styles } = await compile(createFormula(content));
    const name = /<math [^<>]*class="([^"]*)"/.exec(html)?.[1];
    return styles.find((rule) => rule.startsWith(`.${name}:`))?.replace(/^[^{]*/, '');
  }

  test.each([
    ['in one line that is smaller', sum(25), 'whole', '{--letters:70}'],
    ['in one line that is much smaller', sum(32), 'whole', '{--letters:90}'],
    ['in lines', sum(60), 'lines', undefined],
    [
      'in lines, each of whose parts fits',
      `<mfrac>${row(15)}<mn>2</mn></mfrac>${sum(60)}`,
      'lines',
      undefined,
    ],
    [
      'in lines, with a part that is smaller',
      `<mfrac>${row(30)}<mn>2</mn></mfrac>${sum(60)}`,
      'lines',
      '{--letters-between:84;--letters:84}',
    ],
    [
      'in lines inside a part, or smaller where browsers break no parts',
      `<mfrac>${row(90)}<mn>2</mn></mfrac>`,
      'lines',
      '{--letters-between:252}',
    ],
  ])('is marked to be %s', async (_, content, mark, width) => {
    expect((await readMarks(createFormula(content)))[0]).toEqual(mark);
    expect(await readWidth(content)).toBe(width);
  });

  test.each([
    ['a sum', sum(60), 120],
    ['a sum in rows', row(30) + row(30), 120],
    ['a sum with a part that is whole', `<mfrac><mi>a</mi><mi>b</mi></mfrac>${sum(60)}`, 121],
    ['a sum in brackets', `<mo>=</mo><mrow><mo>(</mo>${sum(60)}<mo>)</mo></mrow>`, 123],
    [
      'a sum with a fraction in brackets, which have to be as high as the fraction',
      `<mo>=</mo><mrow><mo>(</mo>${sum(60)}<mfrac><mi>a</mi><mi>b</mi></mfrac><mo>)</mo></mrow>`,
      2,
    ],
    [
      'a sum with a fraction in brackets of a fixed height',
      `<mrow><mo stretchy="false">(</mo>${sum(60)}<mfrac><mi>a</mi><mi>b</mi></mfrac><mo stretchy="false">)</mo></mrow>`,
      123,
    ],
    ['a sum in a row with a style of its own', `<mo>=</mo><mrow mathvariant="bold">${sum(60)}</mrow>`, 2],
    ['a sum with its source', `<semantics>${row(60)}<annotation>x+x</annotation></semantics>`, 121],
    ['a formula that fits', sum(5), 1],
  ])(
    'becomes a list of parts, between which lines can break, if it is too wide: %s',
    async (_, content, count) => {
      const { html } = await compile(createFormula(content));
      const [math] = parseFragment(html).childNodes;
      expect(math && 'childNodes' in math && math.childNodes).toHaveLength(count);
      expect(html.includes('<annotation>')).toBe(content.includes('<annotation>'));
    },
  );

  test.each([
    ['a fraction', `<mfrac>${row(90)}<mn>2</mn></mfrac>`, ['mfrac', 'mrow']],
    [
      'a fraction in a fraction',
      `<mfrac><mn>1</mn><mrow><mfrac>${row(90)}${row(8)}</mfrac></mrow></mfrac>`,
      ['mfrac', 'mrow', 'mfrac', 'mrow', 'mrow'],
    ],
    ['a root', `<msqrt>${sum(90)}</msqrt>`, ['msqrt']],
    ['a third root', `<mroot>${row(90)}<mn>3</mn></mroot>`, ['mroot', 'mrow']],
    ['a power', `<msup>${row(90)}<mn>2</mn></msup>`, ['msup', 'mrow']],
    ['a line over letters', `<mover>${row(90)}<mo>‾</mo></mover>`, ['mover', 'mrow']],
    [
      'letters over and under it',
      `<munderover>${row(90)}<mi>a</mi><mi>b</mi></munderover>`,
      ['munderover', 'mrow'],
    ],
    [
      'two long cells',
      `<mtable><mtr><mtd>${row(60)}</mtd><mtd><mi>x</mi></mtd><mtd>${row(60)}</mtd></mtr></mtable>`,
      ['mtable', 'mtd', 'mrow', 'mtd', 'mrow'],
    ],
    ['a long word', `<mtext>${'x'.repeat(400)}</mtext>`, ['mtext']],
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
      'cells',
    ]);
  });

  test("is smaller if it can't be broken", async () => {
    const scripts = `<mmultiscripts><mi>a</mi>${row(90)}<mi>b</mi></mmultiscripts>`;
    expect(await readMarks(createFormula(scripts))).toEqual(['lines']);
    expect(await readWidth(scripts)).toBe('{--letters-between:254;--letters:254}');
  });

  test('has no mark if it fits', async () => {
    expect(await readMarks(createFormula(sum(10)))).toEqual([]);
    expect(await readMarks(createFormula(sum(8), 'inline'))).toEqual([]);
    expect(await readMarks(createFormula(`<mfrac>${row(15)}${row(15)}</mfrac>`))).toEqual([]);
  });

  test.each([
    ['a sum', sum(12), ['inline']],
    [
      'a row in a row',
      `<mrow><mo>(</mo>${row(12)}<mfrac>${row(3)}<mi>a</mi></mfrac><mo>)</mo></mrow>`,
      ['inline', 'broken', 'broken'],
    ],
  ])(
    'in a line of text is marked, because lines break in it as in the text: %s',
    async (_, content, marks) => {
      const { styles } = await compile(createFormula(content, 'inline'));
      expect(await readMarks(createFormula(content, 'inline'))).toEqual(marks);
      expect(styles.join('')).toContain('math[data-wide=inline]');
    },
  );
});
