import { expect, test } from 'vitest';
import { collectPassages, type Passage } from './passages.ts';

const collect = (html: string, language = 'en'): Passage[] =>
  collectPassages(html, 'Page', language).flatMap(({ passages }) => passages);
const createText = (...sentences: string[]): Passage => ({ kind: 'text', sentences });

test.each<[what: string, html: string, passages: Passage[]]>([
  [
    'a paragraph',
    '<p>One is here. Two are <code>there</code>.</p>',
    [createText('One is here.', 'Two are there.')],
  ],
  [
    'a table with column names',
    '<table><thead><tr><th>Key</th><th>Opens</th></tr></thead><tbody><tr><td><a href="#a"><code>A</code></a></td><td>The door</td></tr></tbody></table>',
    [
      {
        kind: 'row',
        cells: [
          { column: 'Key', text: 'A' },
          { column: 'Opens', text: 'The door' },
        ],
      },
    ],
  ],
  [
    'a table without column names',
    '<table><tr><td>A</td><td>B</td></tr></table>',
    [
      {
        kind: 'row',
        cells: [
          { column: '', text: 'A' },
          { column: '', text: 'B' },
        ],
      },
    ],
  ],
  [
    'steps with the sentence before',
    '<p>This is simple. Do this:</p><ol><li>Open it.</li><li><p>Close it.</p><pre>code</pre></li></ol>',
    [
      createText('This is simple.'),
      { kind: 'steps', lead: 'Do this:', items: ['Open it.', 'Close it.'] },
      { kind: 'code', lead: '', code: 'code' },
    ],
  ],
  [
    'steps with the code, table or list that they introduce, if it is short',
    `<ol><li>Add these lines:<pre><code><span class="line">a = 1</span>\n<span class="line">b = 2</span></code></pre></li><li><p>Fill in the form:</p><table><tr><th>Field</th><th>Enter</th></tr><tr><td>Boat</td><td>its <em>name</em></td></tr><tr><td>From</td><td>a day</td><td></td></tr></table></li><li>Tick two:<ul><li>Power</li><li>Water</li></ul></li><li>Take one of these:<table><tr><td>Rope</td></tr><tr><td></td><td>Chain</td></tr></table></li><li>Check all of it:<pre>${'line\n'.repeat(9)}</pre></li></ol>`,
    [
      {
        kind: 'steps',
        lead: '',
        items: [
          'Add these lines:\na = 1\nb = 2',
          'Fill in the form:\nBoat: its name\nFrom: a day',
          'Tick two:\nPower\nWater',
          'Take one of these:\nRope\nChain',
          'Check all of it:',
        ],
      },
      { kind: 'code', lead: '', code: 'a = 1\nb = 2' },
      {
        kind: 'row',
        cells: [
          { column: 'Field', text: 'Boat' },
          { column: 'Enter', text: 'its name' },
        ],
      },
      {
        kind: 'row',
        cells: [
          { column: 'Field', text: 'From' },
          { column: 'Enter', text: 'a day' },
          { column: '', text: '' },
        ],
      },
      { kind: 'list', lead: '', items: ['Power', 'Water'] },
      { kind: 'row', cells: [{ column: '', text: 'Rope' }] },
      {
        kind: 'row',
        cells: [
          { column: '', text: '' },
          { column: '', text: 'Chain' },
        ],
      },
      { kind: 'code', lead: '', code: 'line\nline\nline\nline\nline\nline\nline\nline\nline' },
    ],
  ],
  [
    'what details are about after the text that says what it does',
    '<details><summary><strong>POST</strong> <code>/boats</code></summary><p>Adds a boat.</p><p>Skippers may call it.</p></details><h2 id="b">B</h2><details><summary><code>ring()</code></summary></details><h2 id="c">C</h2><p>It has a bell.</p>',
    [
      createText('Adds a boat.'),
      { kind: 'code', lead: '', code: 'POST /boats' },
      createText('Skippers may call it.'),
      createText('It has a bell.'),
    ],
  ],
  [
    'a list, and each of its items',
    '<ul><li>The first one is blue.</li><li>Red</li></ul>',
    [
      { kind: 'list', lead: '', items: ['The first one is blue.', 'Red'] },
      createText('The first one is blue.'),
    ],
  ],
  [
    'highlighted code with its lead',
    '<p>Run this:</p><div><pre><code><span class="line">npm ci</span>\n<span class="line">npm start</span></code></pre><button>Copy</button></div>',
    [{ kind: 'code', lead: 'Run this:', code: 'npm ci\nnpm start' }],
  ],
  [
    'text in admonitions, details and tabs without their labels',
    '<div class="admonition"><div><p>Take care with it.</p></div></div><div role="tablist"><button>One</button></div><details><summary>More</summary><p>It is deeper.</p></details>',
    [createText('Take care with it.'), createText('It is deeper.')],
  ],
  [
    'drawings and pictures',
    '<svg><text>Draw it here.</text></svg><img alt="A dog."><div role="img">No.</div>',
    [],
  ],
  [
    'lists and rows that only lead to other pages',
    '<ul><li><a href="/a">One</a>: the first of them.</li><li><a href="/b">Two</a></li></ul><table><tr><td>Hide it</td><td><a href="/c">Hiding fields</a></td></tr></table>',
    [],
  ],
  [
    'text that looks like markup',
    '<p>Write &lt;b&gt;bold&lt;/b&gt; &amp; <script>bad()</script>more of it.</p>',
    [createText('Write <b>bold</b> & more of it.')],
  ],
  ['nothing', '', []],
])('collects %s', (_, html, passages) => {
  expect(collect(html)).toEqual(passages);
});

const namedParts =
  '<ol><li><strong>Server</strong>: its name.</li><li><strong>Save</strong> ends it.</li></ol>';
const steps: Passage = { kind: 'steps', lead: '', items: ['Server: its name.', 'Save ends it.'] };

test.each([
  ['eight short lines', 8, 'a', true],
  ['nine lines', 9, 'a', false],
  ['four long lines', 4, 'a'.repeat(150), true],
  ['five long lines', 5, 'a'.repeat(150), false],
])('a step is quoted with what it introduces up to a size: %s', (_, lines, text, isQuoted) => {
  const items = Array.from({ length: lines }, () => `<li>${text}</li>`);
  const html = `<ol><li>Open it.</li><li>Fill in the fields:<ul>${items.join('')}</ul></li></ol>`;
  const [section] = collectPassages(html, 'Boats', 'en');
  const step = ['Fill in the fields:', ...items.map(() => text)].join('\n');
  expect(section?.passages[0]).toMatchObject({
    items: ['Open it.', isQuoted ? step : 'Fill in the fields:'],
  });
});

test.each([
  ['a figure', '<figure><div>Server</div></figure>'],
  ['a drawing', '<svg><text>Server</text></svg>'],
  ['an image', '<p><img src="form.png" alt="The form"></p>'],
])('leaves out the numbered parts of %s', (_, picture) => {
  expect(collect(`${picture}\n${namedParts}`)).toEqual([]);
  expect(collect(`${picture}<p>Fill in these fields.</p>${namedParts}`)).toContainEqual(steps);
});

test.each([
  ['without a picture', namedParts, steps],
  [
    'that begin with a verb, below a picture',
    '<figure>Form</figure><ol><li>Open <b>Server</b>.</li><li>Select <b>Save</b>.</li></ol>',
    { kind: 'steps', lead: '', items: ['Open Server.', 'Select Save.'] },
  ],
])('keeps steps %s', (_, html, passage) => {
  expect(collect(html)).toContainEqual(passage);
});

test('sections have the titles above them and the nearest address', () => {
  const html =
    '<p>Before it all.</p><h2 id="a">A<a class="hash-link" href="#a">#</a></h2><p>In the first.</p><h3>No id</h3><p>Below it.</p><h2 id="b">B</h2><p>In the second.</p>';
  expect(collectPassages(html, 'Page', 'en').map(({ anchor, titles }) => [anchor, ...titles])).toEqual([
    ['', 'Page'],
    ['a', 'Page', 'A'],
    ['a', 'Page', 'A', 'No id'],
    ['b', 'Page', 'B'],
  ]);
});

test.each([
  ['es', '<p>Abre el menú. ¿No lo ves? Pide ayuda.</p>', ['Abre el menú.', '¿No lo ves?', 'Pide ayuda.']],
  ['ja', '<p>メニューを開きます。次に保存します。</p>', ['メニューを開きます。', '次に保存します。']],
  ['ar', '<p>افتح القائمة. ثم احفظ.</p>', ['افتح القائمة.', 'ثم احفظ.']],
])('splits sentences of %s', (language, html, sentences) => {
  expect(collect(html, language)).toEqual([createText(...sentences)]);
});
