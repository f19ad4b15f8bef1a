import { expect, test } from 'vitest';
import { joinPassageText } from './compared-text.ts';
import { collectPassages } from './passages.ts';
import { quotePartOfSection, quoteWholeSection } from './quote-section.ts';

/** Quotes the section of a page around the passage that has a text. */
function quote(html: string, text: string, maxWords = 100) {
  const [section, ...subsections] = collectPassages(html, 'Boats', 'en');
  const passage = section?.passages.find((candidate) => joinPassageText(candidate) === text);
  if (!section || !passage) throw new Error(`No passage says “${text}”.`);
  const quotation = quoteWholeSection(section, subsections, passage, maxWords);
  return (
    quotation && {
      before: quotation.before.map(joinPassageText),
      passage: joinPassageText(quotation.passage),
      after: quotation.after.map(joinPassageText),
    }
  );
}

const table =
  '<table><tr><th>Mode</th><th>The parent</th></tr><tr><td>Together</td><td>Waits for the child</td></tr><tr><td>Apart</td><td>Goes on at once</td></tr></table>';
const list = '<ul><li>A boat has a name.</li><li>A boat has a home port.</li></ul>';

test.each([
  [
    'the other rows of a table',
    `<p>A process has two modes.</p>${table}`,
    'Together Waits for the child',
    { before: ['A process has two modes.'], after: ['Apart Goes on at once'] },
  ],
  [
    'the steps after a note',
    '<p>Only one person can have a boat.</p><ol><li>Open the list.</li><li>Choose a name.</li></ol>',
    'Only one person can have a boat.',
    { before: [], after: ['Open the list. Choose a name.'] },
  ],
  [
    'a list once, not its items as well',
    `<p>Boats are written down.</p>${list}`,
    'Boats are written down.',
    { before: [], after: ['A boat has a name. A boat has a home port.'] },
  ],
  [
    'no caption of a picture',
    '<p>Boats are written down.</p><figure><img src="a.png" alt="The list" /><figcaption>The list of all boats that are in port</figcaption></figure><p>The list is on the pier.</p>',
    'The list is on the pier.',
    { before: ['Boats are written down.'], after: [] },
  ],
])('a short section is quoted with %s', (_, html, passage, around) => {
  expect(quote(html, passage)).toEqual({ ...around, passage });
});

test('a table in a step is quoted once, with its step', () => {
  const steps =
    '<ol><li>Open the list.</li><li>Fill in:<table><tr><td>Boat</td><td>its name</td></tr></table></li></ol>';
  expect(quote(`<p>Boats are written down.</p>${steps}`, 'Boats are written down.')).toEqual({
    before: [],
    passage: 'Boats are written down.',
    after: ['Open the list. Fill in:\nBoat: its name'],
  });
});

test('the item of a list is quoted with the whole list', () => {
  expect(quote(`<p>Boats are written down.</p>${list}`, 'A boat has a home port.')).toEqual({
    before: ['Boats are written down.'],
    passage: 'A boat has a name. A boat has a home port.',
    after: [],
  });
});

const endpoint =
  '<p>Adds a boat to the list.</p><pre><code>POST /boats</code></pre><h3 id="body">Body</h3><table><tr><th>Field</th></tr><tr><td>name</td></tr></table>';

test('the sections below the heading follow if they fit', () => {
  expect(quote(endpoint, 'Adds a boat to the list.')).toEqual({
    before: [],
    passage: 'Adds a boat to the list.',
    after: ['POST /boats', 'Body', 'name'],
  });
  expect(quote(endpoint, 'Adds a boat to the list.', 9)?.after).toEqual(['POST /boats']);
});

test('the same code in other tabs or places is left out', () => {
  const tabs =
    '<div role="tabpanel"><pre><code>curl /boats</code></pre></div><div role="tabpanel" hidden><pre><code>fetch("/boats")</code></pre></div>';
  const text = 'Lists all boats.';
  expect(quote(`<p>${text}</p>${tabs}<pre><code>curl /boats</code></pre>`, text)?.after).toEqual([
    'curl /boats',
  ]);
});

test.each([
  ['has more words than fit', `<p>A process has two modes.</p>${table}`, 'A process has two modes.', 15],
  ['has nothing else', '<p>A process has two modes.</p>', 'A process has two modes.', 100],
])("a section that %s isn't quoted as a whole", (_, html, passage, maxWords) => {
  expect(quote(html, passage, maxWords)).toBeUndefined();
});

test('the headings of a table count once', () => {
  // Five words of the text, eleven of the cells and three of the headings.
  expect(quote(`<p>A process has two modes.</p>${table}`, 'A process has two modes.', 18)).toBeDefined();
});

const longSection = `<p>A boat is written down once.</p><ol><li>Open the list.</li><li>Choose it.</li></ol><p>A name is free.</p>${table}<p>Then paint it.</p>`;
const steps = 'Open the list. Choose it.';

test.each([
  // The text has 6 words, the steps 5, the next text 4, the table 13, and the last text 3.
  ['A boat is written down once.', 15, [], [steps, 'A name is free.']],
  ['A boat is written down once.', 27, [], [steps, 'A name is free.']],
  ['A name is free.', 15, ['A boat is written down once.', steps], []],
  ['A name is free.', 14, ['A boat is written down once.'], []],
  ['Then paint it.', 14, ['A boat is written down once.', steps], []],
  [
    'A name is free.',
    28,
    ['A boat is written down once.', steps],
    ['Together Waits for the child', 'Apart Goes on at once'],
  ],
])(
  'beside “%s”, %d words of a longer section are quoted, and no part of a table',
  (text, maxWords, before, after) => {
    const [section] = collectPassages(longSection, 'Boats', 'en');
    const passage = section?.passages.find((candidate) => joinPassageText(candidate) === text);
    if (!section || !passage) throw new Error(`No passage says “${text}”.`);
    const part = quotePartOfSection(section, passage, undefined, maxWords);
    expect(part?.before.map(joinPassageText)).toEqual(before);
    expect(part?.after.map(joinPassageText)).toEqual(after);
  },
);

test('steps after a text are quoted before the beginning of the section, and a passage that is too long alone', () => {
  const [section] = collectPassages(longSection, 'Boats', 'en');
  const [passage, introduced] = section?.passages ?? [];
  if (!section || !passage || !introduced) throw new Error('The section is empty.');
  expect(quotePartOfSection(section, passage, introduced, 11)).toEqual({ before: [], after: [introduced] });
  expect(quotePartOfSection(section, passage, introduced, 10)).toBeUndefined();
});
