// @module-tag chromium
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { writeSiteFolder } from '../../testing/docs-folder.ts';
import { readExcessWidth } from '../../testing/next-frame.ts';
import { readLines } from '../../testing/paper-lines.ts';
import { openReadingSite, type ReadingSite, waitForShell } from '../../testing/reading.ts';
import { firefox } from '../engines/drivers/firefox.ts';
import { waitUntil } from '../engines/person.ts';

const german = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const identifier = 'ORG_APACHE_KAFKA_CONNECT_TRANSFORMS_INSERT_FIELD_TIMESTAMP_CONVERTER_CONFIGURATION';
const dottedPath = 'com.example.automation.platform.integration.connectors.internal.DefaultConnectorRegistry';

const createTable = (cells: readonly string[]) =>
  `| ${cells.map(() => 'a').join(' | ')} |\n|${'---|'.repeat(cells.length)}\n| ${cells.join(' | ')} |\n`;
const words = 'Several words of a text. '.repeat(12);
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
  'a long fraction': `$$\ny = \\frac{${sum(160)} + \\text{ENDOFLONGFRACTION}}{2}\n$$`,
  'a fraction in a fraction': `$$\n\\frac{1}{1 + \\frac{${sum(120)}}{${sum(60)} + \\text{ENDOFINNERFRACTION}}}\n$$`,
  'a long matrix': `$$\n\\begin{pmatrix} ${sum(80)} & ${sum(80)} & \\text{ENDOFLONGMATRIX} \\end{pmatrix}\n$$`,
  'a matrix with many columns': `$$\n\\begin{matrix} ${Array.from({ length: 90 }, (_, index) => `a_{${index}}`).join(' & ')} & \\text{ENDOFCOLUMNS} \\end{matrix}\n$$`,
  'long equations': `$$\n\\begin{aligned} y &= ${sum(120)} \\\\ z &= ${sum(120)} + \\text{ENDOFALIGNED} \\end{aligned}\n$$`,
  'a root': `$$\n\\sqrt{${sum(120)} + \\text{ENDOFROOT}}\n$$`,
  'a third root': `$$\n\\sqrt[3]{${sum(120)} + \\text{ENDOFTHIRDROOT}}\n$$`,
  'letters under a brace': `$$\n\\overline{${sum(120)}} + \\underbrace{${sum(120)} + \\text{ENDOFBRACE}}_{n}\n$$`,
  'a long power': `$$\n\\left(${sum(120)}\\right)^{\\text{ENDOFPOWER}}\n$$`,
  'a long text in a formula': `$$\n\\text{${words}ENDOFTEXT}\n$$`,
  'a table with widths in a style sheet': `<table className="fixed"><thead><tr><th>a</th><th>b</th><th>c</th></tr></thead><tbody><tr><td>a</td><td>b</td><td>ENDOFFIXEDSHEET</td></tr></tbody></table>`,
  'a grid in a style sheet': `<div className="three"><span>a</span><span>b</span><span>ENDOFTHREEGRID</span></div>`,
  'a grid of minimum widths': `<div className="minima"><span>a</span><span>b</span><span>ENDOFMINIMA</span></div>`,
  'a grid with a width in a variable': `<div className="variable"><span>a</span><span>b</span><span>ENDOFVARIABLE</span></div>`,
  'a grid in a row': `<div className="automatic"><span>a</span><span>b</span><span>ENDOFAUTOMATIC</span></div>`,
  'a box that keeps the width of its text': `<div className="row"><div className="rigid">${words}ENDOFRIGID</div></div>`,
  'two boxes that keep the width of their texts': `<div className="row"><div className="rigid">${words}</div><div className="rigid">${words}ENDOFTWORIGID</div></div>`,
  'a box that keeps its width, beside text': `<div className="row"><div className="panel">a</div><div>${words}ENDOFBESIDE</div><div className="panel">ENDOFPANEL</div></div>`,
  'a box around a wide one': `<div className="row"><div className="rigid"><div className="roomy">ENDOFINSIDE</div></div><div>ENDOFSIDE</div></div>`,
  'a row that scrolls': `<div className="scrolling-row">${'<code>--name-of-an-option=value</code>'.repeat(20)}<code>ENDOFSCROLLINGROW</code></div>`,
  'columns of a text': `<div className="columns">${words.repeat(6)}ENDOFTEXTCOLUMNS</div>`,
  'an enlarged box': `<div className="enlarged">${words}ENDOFENLARGED</div>`,
  'a stage with places': `<div className="stage"><div className="place">ENDOFSTAGE</div></div>`,
  slides: `<div className="row slides">${'<div>a</div>'.repeat(4)}<div>ENDOFSLIDES</div></div>`,
  'a box with an inline style': `<div style={{ display: 'flex' }}><div style={{ flex: 'none' }}>${words}</div><div style={{ flexShrink: 0 }}>${words}ENDOFINLINE</div></div>`,
  'a drawing without a viewBox': `<svg width="1500" height="60"><text x="1300" y="40">ENDOFDRAWING</text></svg>`,
  "a component's drawing and row": '<Chart/>',
  'a formula in a line of text': `A formula $${sum(40)} + \\text{ENDOFINLINEFORMULA}$ in a text ENDOFFORMULATEXT.`,
  'a formula in a table': createTable([`$${sum(20)} + \\text{ENDOFCELLFORMULA}$`, 'ENDOFFORMULACELL']),
  'a matrix': `$$\n\\begin{matrix} ${sum(20)} & ${sum(20)} & \\text{ENDOFMATRIX} \\end{matrix}\n$$`,
};

let siteDir: string;
let site: ReadingSite;
beforeAll(async () => {
  siteDir = writeSiteFolder({
    'site.config.ts': `import remarkMath from 'remark-math';\nexport default { name: 'Wide', publicPages: {}, styles: ['wide.css'], docs: [{ remarkPlugins: [remarkMath] }] };`,
    'wide.css': `.roomy { width: 1300px; min-width: 1200px; text-align: right; }
.fixed { table-layout: fixed; width: 1400px; } .fixed th { width: 500px; min-width: 480px; }
.three { display: grid; grid-template-columns: 400px 400px 400px; gap: 10px; }
.minima { display: grid; grid-template-columns: repeat(3, minmax(400px, 1fr)); }
.variable { --column: 400px; display: grid; grid-template-columns: repeat(3, var(--column)); }
.automatic { display: grid; grid-auto-flow: column; grid-auto-columns: 500px; }
.row { display: flex; gap: 8px; } .rigid { flex: none; } .panel { flex-shrink: 0; width: 500px; }
.sized { width: 24px; } .beside { display: grid; grid-template-columns: 64px 1fr; } .cell { flex: 0 0 100px; }
.high { height: 200px; overflow: auto; } .highest { max-height: 10em; overflow-y: scroll; }
.scrolling-row { display: flex; gap: 8px; overflow-x: auto; white-space: nowrap; }
.columns { column-width: 400px; width: 1300px; height: 120px; }
.enlarged { width: 600px; transform: scale(1.6); transform-origin: 0 0; }
.stage { position: relative; width: 1200px; height: 80px; } .place { position: absolute; top: 10px; left: 1000px; }
.slides { overflow-x: auto; } .slides > * { flex: 0 0 100%; }`,
    'docs/wide.mdx': `---\naudience: public\n---\n\nimport Chart from '@site/src/components/Chart';\nimport Wide from '@site/src/components/Wide';\n\n# Wide\n\n${Object.values(wideParts).join('\n\n')}\n`,
    'docs/formula.mdx': `# Formula\n\nA formula $${sum(40)} \\le \\left( ${sum(9)} \\right)$ in a text, and $a + b$ in another.\n\n${createTable([`$${sum(20)}$`, 'Cell'])}`,
    'docs/kept.mdx': `# Kept\n\n<div className="row"><svg className="rigid icon" width="24" height="24" viewBox="0 0 24 24"/><div className="text">${words}</div></div>\n<div className="row"><span className="rigid"><svg className="icon" width="24" height="24"/></span><div className="text">${words}</div></div>\n<div className="row"><span className="rigid icon sized"/><div className="text">${words}</div></div>\n<div className="beside"><div className="narrow"/><div className="text">${words}</div></div>\n<div className="row"><div className="cell"/><div className="cell"/></div>\n`,
    'docs/scrolling.mdx': `# Scrolling\n\n${['className="high"', 'className="highest"', "style={{ height: 100, overflow: 'auto' }}", "style={{ maxHeight: '6em', overflowY: 'scroll' }}"].map((attributes) => `<div ${attributes}>${'<p>line</p>'.repeat(20)}</div>`).join('\n\n')}\n\nEnd\n`,
    'src/components/Chart.jsx': `import './chart.css';\nexport default () => <><svg width={1500} height={60}><text x="1300" y="40">ENDOFCHART</text></svg><div className="chart-row"><b>a</b><b>b</b><b>ENDOFCHARTROW</b></div><div style={{ display: 'grid', gridTemplateColumns: '30em 30em 30em' }}><b>a</b><b>b</b><b>ENDOFCHARTSTYLE</b></div></>;\n`,
    'src/components/chart.css': '.chart-row { display: grid; grid-template-columns: 30em 30em 30em; }',
    'src/components/Wide.jsx': `export default () => <table><tbody><tr>{[1, 2, 3].map((n) => <td key={n}>${identifier}</td>)}<td style={{ minWidth: 900 }}>ENDOFCOMPONENT</td></tr></tbody></table>;\n`,
  });
  site = await openReadingSite({ siteDir, isWhole: true });
});
afterAll(async () => {
  await site?.close();
  await rm(siteDir, { recursive: true, force: true });
});

const ends = Object.entries({
  ...wideParts,
  "a component's table": 'ENDOFCOMPONENT',
  "a component's drawing and row": 'ENDOFCHART ENDOFCHARTROW ENDOFCHARTSTYLE',
}).flatMap(([part, source]) => (source.match(/ENDOF[A-Z]+/g) ?? []).map((end) => [part, end] as const));

const formats = [
  ['A4', 794, 1123],
  ['A5', 559, 794],
  ['Letter', 816, 1056],
] as const;
/** The margin that browsers have by default. */
const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' };
const CENTIMETRE_PX = 96 / 2.54;

test.each(formats)('nothing is cut on %s, however it became too wide', async (format) => {
  const context = await site.signedIn();
  const page = await context.newPage();
  await page.goto('/docs/wide');
  await waitForShell(page);
  // Components that run set their inline styles again.
  for (const part of await page.locator('live-island > :first-child').all())
    await part.scrollIntoViewIfNeeded();
  await page.locator('live-island [data-style]').first().waitFor({ state: 'detached' });
  for (const landscape of [false, true]) {
    const text = (await readLines(await page.pdf({ format, landscape, margin })))
      .flat()
      .join('')
      .replace(/\s/g, '');
    expect(ends.filter(([, end]) => !text.includes(end))).toEqual([]);
  }
  await context.close();
});

test.each(formats)(
  'nothing is cut on %s that Firefox prints',
  { tags: 'firefox' },
  async (_, width, height) => {
    const firefoxBrowser = await firefox.launch();
    onTestFinished(() => firefoxBrowser.close());
    const tab = await firefoxBrowser.newTab();
    await tab.open(`${site.origin}/docs/wide`);
    await tab.evaluate(() => {
      for (const part of document.querySelectorAll('live-island > :first-child')) part.scrollIntoView();
    });
    await waitUntil(tab, () => document.querySelector('live-island [data-style]') === null);
    const [shortSide, longSide] = [width / CENTIMETRE_PX, height / CENTIMETRE_PX];
    for (const paper of [
      { width: shortSide, height: longSide },
      { width: longSide, height: shortSide },
    ]) {
      const pdf = await tab.print?.(paper);
      const text = (await readLines(pdf ?? Buffer.of())).flat().join('').replace(/\s/g, '');
      expect(ends.filter(([, end]) => !text.includes(end))).toEqual([]);
    }
  },
);

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

test('boxes that fit on paper keep their width, and the text beside them its own', async () => {
  const context = await site.signedIn({ viewport: { width: 559, height: 800 } });
  const page = await context.newPage();
  await page.emulateMedia({ media: 'print' });
  await page.goto('/docs/kept');
  const measureWidths = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((boxes) => boxes.map((box) => Math.round(box.getBoundingClientRect().width)));
  expect(await measureWidths('.icon')).toEqual([24, 24, 24]);
  expect(await measureWidths('.narrow')).toEqual([64]);
  const texts = await measureWidths('.text');
  expect(Math.min(...texts)).toBeGreaterThan(450);
  expect(await measureWidths('.cell')).toEqual([100, 100]);
  await context.close();
});

test('boxes that scroll on screens show all their lines, and what follows is below them', async () => {
  const context = await site.signedIn({ viewport: { width: 794, height: 800 } });
  const page = await context.newPage();
  await page.emulateMedia({ media: 'print' });
  await page.goto('/docs/scrolling');
  const gaps = await page.locator('.markdown > div').evaluateAll((boxes) =>
    boxes.map((box) => {
      const next = box.nextElementSibling?.getBoundingClientRect().top ?? 0;
      return next >= (box.lastElementChild?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY);
    }),
  );
  expect(gaps).toEqual([true, true, true, true]);
  await context.close();
});

test.each([320, 390, 1440])('a formula in a line of text breaks like the text, %i px wide', async (width) => {
  const context = await site.signedIn({ viewport: { width, height: 800 } });
  const page = await context.newPage();
  await page.goto('/docs/formula');
  await waitForShell(page);
  expect(await readExcessWidth(page)).toBe(0);
  const [longFormula = Number.NaN, shortFormula = Number.NaN] = await page
    .locator('.markdown > p math')
    .evaluateAll((formulas) => formulas.map((formula) => formula.getBoundingClientRect().height));
  expect(longFormula).toBeGreaterThan(2 * shortFormula);
  await context.close();
});
