// @module-tag chromium
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSiteFolder } from '../../testing/docs-folder.ts';
import { readExcessWidth } from '../../testing/next-frame.ts';
import { readLines } from '../../testing/paper-lines.ts';
import { openReadingSite, type ReadingSite, waitForShell } from '../../testing/reading.ts';

const german = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const identifier = 'ORG_APACHE_KAFKA_CONNECT_TRANSFORMS_INSERT_FIELD_TIMESTAMP_CONVERTER_CONFIGURATION';
const dottedPath = 'com.example.automation.platform.integration.connectors.internal.DefaultConnectorRegistry';

const createTable = (cells: readonly string[]) =>
  `| ${cells.map(() => 'a').join(' | ')} |\n|${'---|'.repeat(cells.length)}\n| ${cells.join(' | ')} |\n`;
const sum = (count: number) => Array.from({ length: count }, (_, index) => `x_{${index}}`).join(' + ');

/** Parts that are too wide for paper, each with words that end it. */
const wideParts: Record<string, string> = {
  'two columns': createTable([dottedPath + dottedPath, 'ENDOFTWO']),
  'three columns': createTable([
    german,
    `${german} Several words, so that all columns want more width.`,
    `${german}ENDOFTHREE`,
  ]),
  'four columns': createTable([dottedPath, 'Short', dottedPath, `${identifier} ENDOFFOUR`]),
  'five columns': createTable(['Short', identifier, german, 'Words '.repeat(40), `${dottedPath}ENDOFFIVE`]),
  'six columns': createTable([...Array.from({ length: 5 }, () => identifier), 'ENDOFSIX']),
  'nine columns': createTable([...Array.from({ length: 8 }, () => identifier), 'ENDOFNINE']),
  'a link that is followed by its address': createTable([
    `[x](https://example.com/${'y'.repeat(150)})`,
    'ENDOFLINK',
  ]),
  'a table in a table': `<table><tbody><tr><td><table><tbody><tr>${`<td>${identifier}</td>`.repeat(3)}<td>ENDOFINNER</td></tr></tbody></table></td><td>ENDOFOUTER</td></tr></tbody></table>`,
  'a table in details': `<details>\n<summary>s</summary>\n\n${createTable([dottedPath + dottedPath, 'ENDOFDETAILS'])}\n</details>`,
  "a component's table": '<Wide/>',
  'a width of its own': `<div style={{ width: 1400, textAlign: 'right' }}>ENDOFWIDTH</div>`,
  'a minimum width': `<div style={{ minWidth: '1500px', textAlign: 'right' }}>ENDOFMINIMUM</div>`,
  'a width from a style sheet': `<div className="roomy">ENDOFROOMY</div>`,
  'a fixed table': `<table style={{ width: 1600, tableLayout: 'fixed' }}><tbody><tr><td style={{ width: '1200px' }}>a</td><td>ENDOFFIXED</td></tr></tbody></table>`,
  'a grid with lengths': `<div style={{ display: 'grid', gridTemplateColumns: 'repeat(6, 300px)' }}>${'<span>a</span>'.repeat(5)}<span>ENDOFGRID</span></div>`,
  'a grid with lengths in a shorthand': `<div style={{ display: 'grid', grid: 'auto / 900px 50rem 400px' }}><span>a</span><span>b</span><span>ENDOFSHORT</span></div>`,
  'code in a line': `\`${dottedPath}${dottedPath}ENDOFCODE\``,
  'a block of code': `\`\`\`\n${dottedPath} ${identifier} ${german} ENDOFBLOCK\n\`\`\``,
  'a formula in MathML': `<math display="block"><mrow>${'<mi>x</mi><mo>+</mo>'.repeat(80)}<mtext>ENDOFMATHML</mtext></mrow></math>`,
  'a long sum': `$$\n${sum(60)} + \\text{ENDOFSUM}\n$$`,
  'a sum that is a little too long': `$$\n${sum(24)} = \\text{ENDOFSHORTSUM}\n$$`,
  'a sum in brackets': `$$\n\\left( ${sum(60)} + \\text{ENDOFBRACKETS} \\right)\n$$`,
  'a fraction': `$$\ny = \\frac{${sum(40)} + \\text{ENDOFFRACTION}}{2}\n$$`,
  'a matrix': `$$\n\\begin{matrix} ${sum(20)} & ${sum(20)} & \\text{ENDOFMATRIX} \\end{matrix}\n$$`,
};

let siteDir: string;
let site: ReadingSite;
beforeAll(async () => {
  siteDir = writeSiteFolder({
    'site.config.ts': `import remarkMath from 'remark-math';\nexport default { name: 'Wide', styles: ['wide.css'], docs: [{ remarkPlugins: [remarkMath] }] };`,
    'wide.css': '.roomy { width: 1300px; min-width: 1200px; text-align: right; }',
    'docs/wide.mdx': `import Wide from '@site/src/components/Wide';\n\n# Wide\n\n${Object.values(wideParts).join('\n\n')}\n`,
    'src/components/Wide.jsx': `export default () => <table><tbody><tr>{[1, 2, 3].map((n) => <td key={n}>${identifier}</td>)}<td style={{ minWidth: 900 }}>ENDOFCOMPONENT</td></tr></tbody></table>;\n`,
  });
  site = await openReadingSite({ siteDir, isWhole: true });
});
afterAll(async () => {
  await site?.close();
  await rm(siteDir, { recursive: true, force: true });
});

const ends = Object.entries({ ...wideParts, "a component's table": 'ENDOFCOMPONENT' }).flatMap(
  ([part, source]) => (source.match(/ENDOF[A-Z]+/g) ?? []).map((end) => [part, end] as const),
);

const formats = [
  ['A4', 794],
  ['A5', 559],
  ['Letter', 816],
] as const;

test.each(formats)('nothing is cut on %s, however it became too wide', async (format) => {
  const context = await site.signedIn();
  const page = await context.newPage();
  await page.goto('/docs/wide');
  await waitForShell(page);
  const text = (await readLines(await page.pdf({ format }))).flat().join('').replace(/\s/g, '');
  expect(ends.filter(([, end]) => !text.includes(end))).toEqual([]);
  await context.close();
});

test.each(formats)(
  'nothing is wider than %s, for which Chromium would print everything smaller',
  async (_, width) => {
    const context = await site.signedIn({ viewport: { width, height: 800 } });
    const page = await context.newPage();
    await page.emulateMedia({ media: 'print' });
    await page.goto('/docs/wide');
    await waitForShell(page);
    const tooWide = await page
      .locator('.markdown > *')
      .evaluateAll((parts) =>
        parts
          .filter(
            (part) => part.scrollWidth > part.clientWidth || part.getBoundingClientRect().right > innerWidth,
          )
          .map((part) => part.outerHTML.slice(0, 200)),
      );
    expect(tooWide).toEqual([]);
    expect(await readExcessWidth(page)).toBe(0);
    await context.close();
  },
);
