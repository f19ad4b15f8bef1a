import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';
import { formatProblem } from '../../shared/problem.ts';

/** Names in the form of archives created on macOS: a letter, then its accent. */
const decomposed = (text: string) => text.normalize('NFD');
/** Names in the form that keyboards produce. */
const composed = (text: string) => text.normalize('NFC');

const png = (name: string) => `png of ${name}`;

/** A site whose code writes names in one form, while its files have the other. */
function createSite(writeOnDisk: (text: string) => string, writeInCode: (text: string) => string) {
  const disk = (files: Record<string, string>) =>
    Object.fromEntries(Object.entries(files).map(([file, text]) => [writeOnDisk(file), writeInCode(text)]));
  return new TestSite({
    ...disk({
      'src/bäume/Größe.tsx': `import { tief } from './tief/Höhe';
import daten from './zähler.json';
import bild from './bild-ö.png';
import './größe.css';
import stil from './stück.module.css';
import Zeichen from '@site/src/bäume/zeichen-ß-ü.svg';
const später = require('./tief/Höhe');
const menge = (name) => require(\`./tief/\${name}\`).tief;
export default function Groesse() {
  return <p className={stil.stück}>Größe {tief} {daten.wert} {später.tief} {menge('Höhe')} <img src={bild} alt="" /><Zeichen /></p>;
}
`,
      'src/bäume/tief/Höhe.ts': "export const tief = 'tief';\n",
      'src/bäume/tief/möglich/index.js': "export default 'möglich';\n",
      'src/bäume/zähler.json': '{"wert":41}',
      'src/bäume/bild-ö.png': png('bild'),
      'src/bäume/zeichen-ß-ü.svg': '<svg><circle r="3"/></svg>',
      'src/bäume/größe.css': "@import './über.css';\n.groesse { background: url('./bild-ö.png'); }\n",
      'src/bäume/über.css': '.ueber { color: teal; }\n',
      'src/bäume/stück.module.css': `@value blau from './werte-ä.css';
@value formen: './formen-ö.css';
@value rund from formen;
.stück { composes: grün aus from './tief/farben-ü.module.css'; color: blau; border-radius: rund; background: image-set('./bild-ö.png' 1x, "./tief/fläche.png" type("image/png") 2x); }
`,
      'src/bäume/werte-ä.css': '@value blau: #0000fe;\n',
      'src/bäume/formen-ö.css': '@value rund: 77px;\n',
      'src/bäume/tief/farben-ü.module.css': '.grün { outline-color: green; }\n.aus { opacity: 0.77; }\n',
      'src/bäume/tief/fläche.png': png('fläche'),
      'src/css/custom.css':
        "@import './schön.css';\n.custom { background: url('./grün.png'); mask: url('/img/kühl.png'); }\n",
      'src/css/schön.css': '.schoen { color: blue; }\n',
      'src/css/grün.png': png('grün'),
      'static/img/kühl.png': png('kühl'),
      'src/pages/über.jsx':
        "import Groesse from '../bäume/Größe';\nimport moeglich from '@site/src/bäume/tief/möglich';\nexport default () => <main><Groesse /><b>{moeglich}</b></main>;\n",
      'docs/_teil-ä.mdx': 'Aus dem Teil.\n',
      'docs/seite.mdx': `import Groesse from '../src/bäume/Größe';
import Alias from '@site/src/bäume/Größe.tsx';
import Teil from './_teil-ä.mdx';
import quelle from '!!raw-loader!../src/bäume/tief/Höhe.ts';
import bild from '@site/static/img/kühl.png';

# Seite

<Groesse /><Alias /><Teil /><pre>{quelle}</pre><img src={bild} alt="importiert" />

<img src={require('@site/static/img/kühl.png').default} alt="verlangt" />

![Bild](../src/bäume/bild-ö.png)

![Bild](@site/static/img/kühl.png)

![Bild](/img/kühl.png)
`,
      'sidebars-ä.js': "module.exports = { main: [require('./einträge').eintrag] };\n",
      'einträge.js': "exports.eintrag = 'seite';\n",
      'lösung.js':
        "module.exports = () => ({ name: 'lösung', getClientModules: () => ['./src/früh.js'] });\n",
      'src/früh.js': "import './css/schön.css';\n",
    }),
    'docusaurus.config.js': writeInCode(`const titel = require('./titel-ö');
export default {
  title: titel, url: 'https://docs.example', baseUrl: '/',
  plugins: ['./lösung.js'],
  presets: [['classic', { docs: { sidebarPath: './sidebars-ä.js' }, theme: { customCss: './src/css/custom.css' } }]],
};
`),
    [writeOnDisk('titel-ö.js')]: "module.exports = 'Titel';\n",
  });
}

describe.each([
  ['composed', 'decomposed', decomposed, composed],
  ['decomposed', 'composed', composed, decomposed],
])('paths with %s names, of files with %s names', (_formInCode, _formOnDisk, writeOnDisk, writeInCode) => {
  const site = createSite(writeOnDisk, writeInCode);
  let page = '';
  let style = '';
  beforeAll(async () => {
    const result = await site.build();
    expect(result.problems.map(formatProblem)).toEqual([]);
    page = composed(Buffer.from(site.page('/docs/seite') ?? '', 'latin1').toString('utf8'));
    style = composed(
      [...site.served()]
        .filter(([url]) => url.endsWith('.css') || url === '/docs/seite')
        .map(([, text]) => text)
        .join(),
    );
  });
  afterAll(() => site[Symbol.dispose]());

  test.each([
    ['a component, JSON and modules', /Größe tief 41 tief tief/],
    ['a picture that a component imports', /<img src="\/_assets\/bild-[\w.-]+\.png" alt=""/],
    ['a drawing by its path from the site folder', '<circle r="3"'],
    ['imported Markdown', 'Aus dem Teil.'],
    ['the text of a file', 'export const tief'],
    ['a picture that a document imports', /alt="importiert"/],
    ['a picture that a document requires', /<img src="\/_assets\/k[\w-]+l\.[\w-]+\.png"[^>]*alt="verlangt"/],
    ['the title of the configuration', '| Titel</title>'],
  ])('find %s', (_what, expected) => {
    expect(page).toMatch(expected);
  });

  test('find the modules of a page', () => {
    const [, ownPage = ''] = [...site.served()].find(([url]) => /^\/[^/.]+ber$/.test(decodeURI(url))) ?? [];
    expect(ownPage).toMatch(/<b>m.+glich<\/b>/);
    expect(ownPage).toContain('<circle r="3"');
  });

  test('give every picture an address that is served', () => {
    const addresses = [...`${page}${style}`.matchAll(/\/_assets\/[^"'()\s]+\.png/g)].map(
      ([address]) => address,
    );
    expect(addresses.length).toBeGreaterThan(5);
    expect([...site.served().keys()]).toEqual(expect.arrayContaining(addresses));
  });

  test.each([
    ['a sheet that a component imports', '.groesse'],
    ['a sheet that this imports', '.ueber'],
    ['a picture of a sheet', /\.groesse\s*\{\s*background:\s*url\("?\/_assets\/bild-[\w.-]+\.png/],
    ["a picture beside the site's own sheet", /\.custom\s*\{\s*background:\s*url\("?\/_assets\/gr[^)]+\.png/],
    ['a picture of a static folder', /mask:\s*url\("?\/_assets\/k[^)]+\.png/],
    ["a sheet that the site's own sheet imports", '.schoen'],
    ['classes that a CSS module composes', /outline-color:\s*green/],
    ['a value of another sheet', /color:\s*#0000fe/],
    ['a value of a sheet that is named before', /border-radius:\s*77px/],
    ['pictures of a set', /image-set\([^;]*\/_assets\/bild-[^;]*\/_assets\/fl[^;]*image\/png/],
  ])('find %s', (_what, expected) => {
    expect(style).toMatch(expected);
  });
});
