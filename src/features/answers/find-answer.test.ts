import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, test } from 'vitest';
import { createTemporaryIndex } from '../../../testing/search-index.ts';
import type { SearchRecord } from '../../search/index/record.ts';
import { openSearchFile } from '../../search/protocol/answer.ts';
import { extractQuestion } from '../../search/protocol/request.ts';
import { drawAnswer } from './draw-answer.ts';
import { findAnswer } from './find-answer.ts';
import { collectPassages } from './passages.ts';
import { writeAnswer } from './write-answer.ts';

const pages = {
  es: [
    '<p>El perfil muestra tus datos.</p><h2 id="clave">Cambiar la contraseña</h2><ol><li>Abre tu perfil.</li><li>Escribe la contraseña nueva.</li><li>Guarda los cambios.</li></ol><h2 id="foto">Foto del perfil</h2><p>La foto del perfil puede ocupar hasta 2 MB.</p>',
    'Perfil',
  ],
  de: [
    '<p>Das Profil zeigt deine Daten.</p><h2 id="urlaub">Urlaub eintragen</h2><p>Während des Urlaubs bekommt dein Stellvertreter alle neuen Aufgaben aus dem Eingang.</p>',
    'Profil',
  ],
  en: [
    '<h2 id="start">Start the server</h2><p>Open a terminal and run:</p><pre><code>npm ci && npm start</code></pre><h2 id="kinds">Kinds of boats</h2><p>A boat is of one of these kinds:</p><ul><li>Rowing boats for two</li><li>Sailing boats for six</li></ul><h2 id="keys">Keys and fees</h2><table><thead><tr><th>Name</th><th>Meaning</th></tr></thead><tbody><tr><td>Spare key</td><td>Comes with the boat key and is valid for 14 days</td></tr><tr><td>Winter fee</td><td>Guests pay 40, half of the summer fee</td></tr></tbody></table>',
    'Harbour',
  ],
} as const;

/** The records of a page, one for each heading and passage. */
function createRecords(language: keyof typeof pages): SearchRecord[] {
  const [html, title] = pages[language];
  return createPageRecords(`/${language}/page`, html, title, language);
}

function createPageRecords(url: string, html: string, title: string, language: string): SearchRecord[] {
  return collectPassages(html, title, language).flatMap(({ anchor, titles, passages }) =>
    [null, ...passages].map((passage, position): SearchRecord => {
      const heading = titles.at(1) ?? null;
      return {
        objectID: `${anchor}-${position}-${url}`,
        type: passage === null ? 'lvl2' : 'content',
        url: anchor === '' ? url : `${url}#${anchor}`,
        url_without_anchor: url,
        anchor: anchor || null,
        hierarchy: {
          lvl0: 'Docs',
          lvl1: title,
          lvl2: heading,
          lvl3: null,
          lvl4: null,
          lvl5: null,
          lvl6: null,
        },
        content: passage === null ? null : JSON.stringify(Object.values(passage)).replace(/["[\],]+/g, ' '),
        about: '',
        questions: [],
        code: false,
        language,
        docusaurus_tag: 'default',
      };
    }),
  );
}

/** Pages whose sections have questions that their author expects, in other words than the page. */
const askedPages = {
  '/en/night': {
    html: '<h2 id="berth">Occupy a berth</h2><ol><li>Moor at the pier.</li><li>Show the papers.</li></ol><h2 id="tariff">Tariff</h2><p>The tariff depends on the length of the hull.</p>',
    questions: {
      berth: [
        'where can my boat sleep tonight',
        'how do I leave my boat here for a night',
        'stay overnight with a boat',
      ],
      tariff: ['what does a big ship cost', 'is a long boat more expensive', 'how much do I pay for a ship'],
    },
  },
  '/en/gate': {
    html: '<h2 id="flags">Flags at the gate</h2><p>The flag shows the state of the gate.</p><table><thead><tr><th>Flag</th><th>State</th></tr></thead><tbody><tr><td>Red</td><td>Closed until the next tide</td></tr><tr><td>Green</td><td>Open for all</td></tr></tbody></table><h2 id="radio">Radio of the gate</h2><p>The keeper of the gate listens on several channels.</p><table><thead><tr><th>Channel</th><th>For</th></tr></thead><tbody><tr><td>Channel 16</td><td>Emergencies</td></tr><tr><td>Channel 12</td><td>Ships that want to enter</td></tr></tbody></table>',
    questions: {
      flags: ['what do the flags at the gate mean', 'meaning of the color of a flag at the gate'],
      radio: ['what are the channels of the keeper for', 'which radio channels does the gate use'],
    },
  },
  '/en/workshop': {
    html: '<h2 id="borrow">Borrow a tool</h2><ol><li>Name: who borrows it.</li><li>Tool: what the workshop lends.</li><li>Save: adds a line.</li></ol><ol><li>Ask the keeper for the key.</li><li>Take the tool.</li><li>Sign the list.</li></ol><h2 id="wrong">What goes wrong</h2><table><thead><tr><th>What you see</th><th>Cause</th></tr></thead><tbody><tr><td>The shelf is bare</td><td>Someone else has it</td></tr><tr><td>The blade is blunt</td><td>It was used on stone</td></tr></tbody></table>',
    questions: {
      borrow: [],
      wrong: [
        'lend me a hammer or another tool from the workshop',
        'borrow a tool from the workshop for a day',
        'my tool from the workshop is blunt',
        'the saw from the workshop is blunt',
      ],
    },
  },
  '/en/lock': {
    html: '<h2 id="codes">Signals of the lock</h2><p>The lock answers each ship with a signal.</p><table><thead><tr><th>Signal</th><th>Reply</th></tr></thead><tbody><tr><td>404</td><td>The berth is unknown</td></tr><tr><td>413</td><td>The hull is too long</td></tr></tbody></table><p>A pilot sets <code>hullLength</code> before the lock opens.</p>',
    questions: {
      codes: [
        'the lock answers my ship with signal 413',
        'what does a signal of the lock mean for my ship',
        'why does the lock send a signal to a ship',
        'the lock answers my ship with signal 418',
        'what does getDepth mean at the lock for a ship',
        'what does the signal hull_width of the lock mean for a ship',
      ],
    },
  },
  '/en/crane': {
    html: '<h2 id="lift">Lift a boat</h2><p>Lifts a boat.</p><p>The crane takes hulls of up to nine tons. Its driver needs the weight a day before.</p><h2 id="paint">Paint a hull</h2><p>Paints the hull.</p><pre><code>paint --coats 2</code></pre>',
    questions: {
      lift: ['lift a boat out of the water', 'who lifts my boat', 'how does the harbour lift a boat'],
      paint: ['paint the hull of a boat', 'give my hull a new color', 'how do I paint a hull'],
    },
  },
  '/en/visit': {
    html: '<h2 id="stay">Length of a visit</h2><table><thead><tr><th>Visit</th><th>Limit</th></tr></thead><tbody><tr><td>Visit of a guest</td><td>14 days</td></tr></tbody></table><h2 id="refused">Refused visits of guests</h2><table><thead><tr><th>What you see</th><th>Remedy</th></tr></thead><tbody><tr><td>The visit of a guest is refused</td><td>Split it into two visits</td></tr></tbody></table>',
    questions: {
      stay: [],
      refused: [
        'how long can the visit of a guest be',
        'a guest wants a long visit',
        'the visit is too long',
      ],
    },
  },
  '/en/anchor': {
    html: '<h2 id="use">Rope and chain</h2><p>The anchor hangs on both. Check them every spring.</p><h2 id="compare">Either of the two</h2><p>One floats and is light. The other holds in a storm.</p>',
    questions: {
      use: ['rope and chain of an anchor', 'check the rope and the chain', 'anchor with a rope and a chain'],
      compare: ['what is the difference between a rope and a chain', 'how is a rope different from a chain'],
    },
  },
  '/en/gauge': {
    html: '<h2 id="depth">Depth at the gauge</h2><p>The gauge takes setDepth from the pilot before each tide.</p><p>Other readings come from the harbour office in the morning.</p><pre><code>setDepth(4)</code></pre><h2 id="width">Width at the gauge</h2><p>The gauge takes setWidth from the captain of the ship at noon.</p><pre><code>gauge.width = 3</code></pre>',
    questions: {
      depth: ['when does the gauge take setDepth', 'setDepth of the gauge', 'who gives the gauge setDepth'],
      width: ['when does the gauge take setWidth', 'setWidth of the gauge', 'who gives the gauge setWidth'],
    },
  },
  '/en/api/sluice': {
    html: '<h2 id="open">Open the sluice</h2><p>Opens the sluice for a barge after it has paid.</p>',
    questions: {
      open: [
        'how do I open the sluice for my barge',
        'open a sluice for a barge',
        'open the sluice by the api',
      ],
    },
  },
  '/en/wheel': {
    html: '<h2 id="turn">Turn the wheel</h2><ol><li>Turn the wheel of the sluice to the left.</li><li>Wait for the bell.</li></ol>',
    questions: {
      turn: ['let a barge through the sluice', 'open the gates of a sluice', 'get my barge through a sluice'],
    },
  },
  '/en/ferry': {
    html: '<p>A ferry carries people and animals, and leaves from both sides.</p><h2 id="trip">A trip</h2><ol><li>Ring the bell.</li><li>Board from the left.</li></ol><h2 id="example">Example: the market</h2><ol><li>Ann rings the bell.</li><li>She boards with a goat.</li></ol>',
    questions: {
      '': [
        'how do I reach the other bank of the river',
        'bring a horse over the river',
        'get to the other bank with a cart',
      ],
    },
  },
  '/en/pump': {
    html: '<h2 id="bilge">Empty the bilge</h2><ol><li>Open the tap.</li><li>Pull the lever.</li></ol><h2 id="faults">What goes wrong</h2><table><thead><tr><th>What you see</th><th>Cause</th></tr></thead><tbody><tr><td>The pump sucks no water</td><td>The tap is shut</td></tr><tr><td>The lever is loose</td><td>A screw is missing</td></tr></tbody></table>',
    questions: {
      bilge: [
        'my pump does not suck the water out',
        'the pump sucks air and no water out of my boat',
        'why is water in my boat although I pump',
      ],
    },
  },
  '/en/buoy': {
    html: '<h2 id="buoys">Buoys</h2><p>A buoy marks a danger, and its top tells where that is.</p><h2 id="tops">Tops</h2><p>Two cones that point up stand south of it. Pass to the north.</p>',
    questions: {
      buoys: ['on which side do I pass a buoy', 'what does the top of a buoy say', 'read the top of a buoy'],
      tops: ['what do the cones on top of a buoy say', 'on which side of the cones do I pass'],
    },
  },
  '/en/crew': {
    html: '<h2 id="muster">Muster hands</h2><p>The notice board lists deckhands without a contract.</p>',
    questions: {
      muster: [
        'find people who help on board',
        'where do I hire sailors',
        'get somebody who works on my boat',
      ],
    },
  },
  ...Object.fromEntries(
    'aft,bow,deck,dock,hatch,keel,mast,pier,port,quay,rudder,stern,yard'.split(',').map((place) => [
      `/en/${place}`,
      {
        html: `<h2 id="${place}">Capstan of the ${place}</h2><p>A capstan is a winch that stands upright near the ${place}.</p>`,
        questions: { [place]: [`where is the ${place}`] },
      },
    ]),
  ),
};

/** Pages of a site of its own, because each page changes how much the words of the others count. */
const fleetPages = {
  '/en/net': {
    html: '<h2 id="care">Care of nets</h2><p>A net lasts long if it is dried after each catch.</p><h2 id="sun">A net with a hole in the sun</h2><p>Good care of a net with a hole takes a day in the sun.</p><h2 id="sew">Sew a hole</h2><ol><li>Cut the loose twine around the hole.</li><li>Knot new twine into the net.</li></ol>',
    questions: {
      care: ['look after a net', 'take good care of a net with a hole', 'keep a net from getting a hole'],
    },
  },
  '/en/beacon': {
    html: `<h2 id="lights">Lights of the beacon</h2><table><thead><tr><th>Light</th><th>Meaning</th></tr></thead><tbody>${createOtherLights()}<tr><td>Two short blinks</td><td>Schooners and barks wait outside</td></tr><tr><td>One long blink</td><td>Schooners and barks come in</td></tr></tbody></table>`,
    questions: {
      lights: [
        'what do the lights of the beacon mean for schooners and barks',
        'may schooners come in at a light of the beacon',
        'do barks wait outside the beacon',
      ],
    },
  },
  '/en/sail': {
    html: '<h2 id="hoist">Hoist the spanker</h2><p>The spanker is hoisted last.</p><h3 id="hands">Hands for the spanker</h3><p>Two hands hoist the spanker.</p>',
    questions: {
      hoist: ['put up the sail behind the mizzen', 'set the aftermost canvas'],
      hands: ['how many sailors put up the aftermost canvas'],
    },
  },
  '/en/fog': {
    html: '<h2 id="horn">Horn</h2><p>The horn sounds once a minute.</p>',
    questions: { horn: ['what do I hear when it is foggy', 'how often is the horn blown'] },
  },
};

/** Rows that make a table too long to be quoted as a whole. */
function createOtherLights(): string {
  const lights = Array.from({ length: 40 }, (_, index) => `Number ${index + 1}`);
  return lights.map((light) => `<tr><td>${light}</td><td>Ask the keeper</td></tr>`).join('');
}

type AskedPages = Record<string, { html: string; questions: Record<string, readonly string[]> }>;

function createAskedRecords(pagesByUrl: AskedPages): SearchRecord[] {
  return Object.entries(pagesByUrl).flatMap(([url, { html, questions }]) =>
    createPageRecords(url, html, 'Stay', 'en').map((record) => ({
      ...record,
      questions: [
        ...(Object.entries(questions).find(([anchor]) => anchor === (record.anchor ?? ''))?.[1] ?? []),
      ],
    })),
  );
}

/** Returns a function that asks a site with these records. */
function openSite(records: SearchRecord[], pagesByUrl: AskedPages) {
  const index = createTemporaryIndex(records);
  const searchFile = openSearchFile(index.file);
  const { answer } = searchFile.within(() => true);
  afterAll(() => {
    searchFile.close();
    index.remove();
  });
  return (question: string, language: keyof typeof pages) =>
    findAnswer(
      question,
      { language },
      {
        search: async (requests) => requests.map((request) => answer(extractQuestion(request))),
        readPage: async (url) => {
          const askedPage = pagesByUrl[url];
          if (askedPage) return collectPassages(askedPage.html, 'Stay', 'en');
          const [html, title] = pages[language];
          return collectPassages(html, title, language);
        },
      },
    );
}

const ask = openSite(
  [...createRecords('es'), ...createRecords('de'), ...createRecords('en'), ...createAskedRecords(askedPages)],
  askedPages,
);
const askFleet = openSite(createAskedRecords(fleetPages), fleetPages);

test.each([
  ['¿Cómo cambio la contraseña?', 'es', { kind: 'steps' }, '/es/page#clave'],
  ['¿Cuánto puede ocupar la foto del perfil?', 'es', { kind: 'text' }, '/es/page#foto'],
  ['Wer bekommt im Urlaub meine neuen Aufgaben?', 'de', { kind: 'text' }, '/de/page#urlaub'],
  [
    'How do I start the server?',
    'en',
    { kind: 'code', lead: 'Open a terminal and run:', code: 'npm ci && npm start' },
    '/en/page#start',
  ],
  [
    'Which kinds of boats are there?',
    'en',
    { kind: 'list', lead: 'A boat is of one of these kinds:' },
    '/en/page#kinds',
  ],
  ['How long is a spare key valid?', 'en', { kind: 'row' }, '/en/page#keys'],
  ['How much of a winter fee do guests pay?', 'en', { kind: 'row' }, '/en/page#keys'],
] as const)('%s', async (question, language, passage, url) => {
  expect(await ask(question, language)).toMatchObject({
    outcome: 'answered',
    answer: { passage, source: { url } },
  });
});

test.each([
  ['¿Cómo cambio la impresora?', 'es'],
  ['Wer bekommt im Winter meine Schlüssel?', 'de'],
  ['How do I stop the engine?', 'en'],
  // The table only has rows about a spare key and a winter fee.
  ['How long is a boat key valid?', 'en'],
  ['How much of a summer fee do guests pay?', 'en'],
] as const)('%s has no answer', async (question, language) => {
  expect(await ask(question, language)).toEqual({ outcome: 'silent' });
});

test.each([
  ['how can I leave my boat overnight and stay here?', '/en/night#berth', 'steps'],
  ['Is a big ship more expensive than a long boat?', '/en/night#tariff', 'text'],
  ['where do I hire sailors and people who work on board of my boat?', '/en/crew#muster', 'text'],
] as const)('answers in other words than the page: %s', async (question, url, kind) => {
  expect(await ask(question, 'en')).toMatchObject({
    outcome: 'answered',
    answer: { passage: { kind }, source: { url } },
  });
});

test.each([
  ['Is a big ship more expensvie than a long boat?', '/en/night#tariff'],
  ['where do I hire sailros and people who work on board of my boat?', '/en/crew#muster'],
])('answers a question with a misspelled word: %s', async (question, url) => {
  expect(await ask(question, 'en')).toMatchObject({ outcome: 'answered', answer: { source: { url } } });
});

test.each([
  ['meaning of the color of a flag: is it red', '#flags', 'Red'],
  ['meaning of the color of a flag: is it green', '#flags', 'Green'],
  ['the keeper of the gate and several radio channels: what is 16', '#radio', 'Channel 16'],
  ['the keeper of the gate and several radio channels: what is 12', '#radio', 'Channel 12'],
])('quotes the row that the question names: %s', async (question, anchor, key) => {
  expect(await ask(question, 'en')).toMatchObject({
    outcome: 'answered',
    answer: {
      passage: { kind: 'row', cells: [{ text: key }, {}] },
      source: { url: expect.stringContaining(anchor) },
    },
  });
});

test.each([
  [
    'lend me a hammer or another tool from the workshop',
    '#borrow',
    { kind: 'steps', items: ['Ask the keeper for the key.', 'Take the tool.', 'Sign the list.'] },
  ],
  [
    'how do I borrow another tool from the workshop?',
    '#borrow',
    { kind: 'steps', items: ['Ask the keeper for the key.', 'Take the tool.', 'Sign the list.'] },
  ],
  [
    'the blade of a tool from the workshop is blunt',
    '#wrong',
    { kind: 'row', cells: [{ text: 'The blade is blunt' }, {}] },
  ],
] as const)('quotes steps or a problem, as the reader wants: %s', async (question, anchor, passage) => {
  expect(await ask(question, 'en')).toMatchObject({
    outcome: 'answered',
    answer: { passage, source: { url: `/en/workshop${anchor}` } },
  });
});

test.each([
  [
    'how does the harbour lift my boat?',
    {
      passage: {
        kind: 'text',
        sentences: ['The crane takes hulls of up to nine tons.', 'Its driver needs the weight a day before.'],
      },
      followedBy: null,
    },
  ],
  [
    'how do I paint the hull of my boat?',
    {
      passage: { kind: 'text', sentences: ['Paints the hull.'] },
      followedBy: { kind: 'code', code: 'paint --coats 2' },
    },
  ],
])('quotes no text alone that only repeats the question: %s', async (question, answer) => {
  expect(await ask(question, 'en')).toMatchObject({ outcome: 'answered', answer });
});

test.each([
  ['when does the gauge take setDepth?', '#depth', null],
  ['when does the gauge take setWidth?', '#width', { kind: 'code', code: 'gauge.width = 3' }],
])(
  'joins only what is together on the page, whatever names it has: %s',
  async (question, anchor, followedBy) => {
    expect(await ask(question, 'en')).toMatchObject({
      outcome: 'answered',
      answer: { passage: { kind: 'text' }, followedBy, source: { url: `/en/gauge${anchor}` } },
    });
  },
);

test.each([
  ['where can my boat sleep?', '/en/night#berth', '/en/crane#lift'],
  ['how do I hire people for a boat?', '/en/crew#muster', '/en/crane#lift'],
  ['how much is a long ship?', '/en/night#tariff', '/en/lock#codes'],
])('quotes another page, too, if the first one is uncertain: %s', async (question, first, second) => {
  const result = await ask(question, 'en');
  if (result.outcome !== 'answered') throw new Error(result.outcome);
  const { source, alternative, further } = result.answer;
  expect([source.url, alternative?.source.url]).toEqual([first, second]);
  expect(further.map(({ url }) => url)).not.toContain(second);
  expect(writeAnswer(result, 'https://docs.example')).toMatch(
    new RegExp(
      `: https://docs\\.example${first}\n\nAnother section says:\n\n[^]*: https://docs\\.example${second}`,
    ),
  );
  const texts = {
    quotedAnswer: 'Found',
    quotedAlternative: 'Or this',
    quotedAlso: 'More',
    quotedMore: 'All',
  };
  expect(renderToStaticMarkup(drawAnswer(result.answer, texts))).toMatch(
    new RegExp(`<blockquote cite="${first}">[^]*Or this</p><blockquote cite="${second}">`),
  );
});

test.each([
  'how do I reach the other bank of the river with a horse?',
  'how can I get to the other bank with a horse and a cart?',
])('quotes the steps of a page, not its introduction: %s', async (question) => {
  expect(await ask(question, 'en')).toMatchObject({
    outcome: 'answered',
    answer: { passage: { kind: 'steps' }, source: { url: '/en/ferry#trip' } },
  });
});

test.each(['my pump does not suck the water out', 'the pump sucks no water out of my boat'])(
  'quotes the problem, not the steps that the reader followed: %s',
  async (question) => {
    expect(await ask(question, 'en')).toMatchObject({
      outcome: 'answered',
      answer: {
        passage: { kind: 'row', cells: [{ text: 'The pump sucks no water' }, {}] },
        source: { url: '/en/pump#faults' },
      },
    });
  },
);

test('a text is followed by another section if its page nearly certainly answers', async () => {
  expect(await ask('what does the top of a buoy say about the side on which I pass?', 'en')).toMatchObject({
    outcome: 'answered',
    answer: { source: { url: '/en/buoy#tops' }, alternative: { source: { url: '/en/buoy#buoys' } } },
  });
});

test('quotes the steps of the page after a text', async () => {
  expect(await askFleet('how do I take good care of a net with a hole?', 'en')).toMatchObject({
    outcome: 'answered',
    answer: { passage: { kind: 'text' }, alternative: { source: { url: '/en/net#sew' } } },
  });
});

test('quotes no section twice', async () => {
  const result = await askFleet('how do I put up the aftermost canvas behind the mizzen?', 'en');
  if (result.outcome !== 'answered') throw new Error(result.outcome);
  const { passage, after, alternative } = result.answer;
  const texts = [passage, ...after].map((part) => part.kind === 'text' && part.sentences.join(' '));
  expect(texts).toEqual([
    'The spanker is hoisted last.',
    'Hands for the spanker',
    'Two hands hoist the spanker.',
  ]);
  expect(alternative?.source.url).not.toBe('/en/sail#hands');
});

test('quotes further rows of a long table, in its order', async () => {
  const question = 'what do the lights of the beacon mean for schooners and barks?';
  const result = await askFleet(question, 'en');
  if (result.outcome !== 'answered') throw new Error(result.outcome);
  const { before, passage, after } = result.answer;
  const lights = [...before, passage, ...after].map((row) => row.kind === 'row' && row.cells[0]?.text);
  expect(lights).toEqual(['Two short blinks', 'One long blink']);
});

test.each(['how do I borrow a hammer?', 'how do I borrow a tool from the workshop?'])(
  'quotes one page if no other is nearly as good: %s',
  async (question) => {
    const result = await ask(question, 'en');
    if (result.outcome !== 'answered') throw new Error(result.outcome);
    const { source, alternative } = result.answer;
    const pages = [source, ...(alternative ? [alternative.source] : [])].map(({ url }) => url.split('#')[0]);
    expect([...new Set(pages)]).toHaveLength(1);
  },
);

test.each(['how long can the visit of a guest be?', 'how many days can a guest visit?'])(
  'quotes no problem as an amount: %s',
  async (question) => {
    expect(await ask(question, 'en')).toMatchObject({
      outcome: 'answered',
      answer: { passage: { kind: 'row', cells: [{ text: 'Visit of a guest' }, { text: '14 days' }] } },
    });
  },
);

test.each(['who has to split the visit of a guest?', 'who can refuse the visit of a guest?'])(
  'quotes no problem for a question about people: %s',
  async (question) => {
    const outcome = await ask(question, 'en');
    expect(outcome).not.toMatchObject({ answer: { passage: { cells: [{ column: 'What you see' }, {}] } } });
  },
);

test.each(['404', '413'])('quotes only a passage that has the code %s', async (code) => {
  expect(await ask(`what does signal ${code} of the lock mean for my ship?`, 'en')).toMatchObject({
    outcome: 'answered',
    answer: { passage: { kind: 'row', cells: [{ text: code }, {}] } },
  });
});

test.each([
  'the lock answers my ship with signal 418',
  'what does getDepth mean at the lock for a ship',
  'what does the signal hull_width of the lock mean for a ship',
])('has no answer from a neighbour with another name or code: %s', async (question) => {
  expect(await ask(question, 'en')).toEqual({ outcome: 'silent' });
});

test.each([
  ['how can I possibly leave my boat here, and stay with my boat for one night?', '/en/night#berth'],
  ['Is it really possible that a big ship is more expensive than a long boat?', '/en/night#tariff'],
])('a question of more than 64 characters stays a question: %s', async (question, url) => {
  expect(question.length).toBeGreaterThan(64);
  expect(await ask(question, 'en')).toMatchObject({ outcome: 'answered', answer: { source: { url } } });
});

test.each([
  ['I need to know what the difference between a rope and a chain would be', '#compare'],
  ['I would like to know the difference between a rope and a chain for us', '#compare'],
  ['How should I have to check all of the rope and the chain of an anchor?', '#use'],
])('a long question keeps words that tell what is asked: %s', async (question, anchor) => {
  expect(question.length).toBeGreaterThan(64);
  expect(await ask(question, 'en')).toMatchObject({
    outcome: 'answered',
    answer: { source: { url: `/en/anchor${anchor}` } },
  });
});

test('a page for developers comes second, unless the question is about what they use', async () => {
  expect(await ask('how do I open the sluice for my barge?', 'en')).toMatchObject({
    outcome: 'answered',
    answer: {
      source: { url: '/en/wheel#turn' },
      alternative: { source: { url: '/en/api/sluice#open' } },
    },
  });
  expect(await ask('how do I open the sluice for my barge by the API?', 'en')).toMatchObject({
    outcome: 'answered',
    answer: { source: { url: '/en/api/sluice#open' } },
  });
});

test('a passage with all words of the question answers, although several pages are about it', async () => {
  expect(await ask('What is a capstan?', 'en')).toMatchObject({
    outcome: 'answered',
    answer: { passage: { kind: 'text', sentences: [expect.stringContaining('A capstan is')] } },
  });
  expect(await ask('What is a capstan of gold?', 'en')).toEqual({ outcome: 'silent' });
});

test.each(['Where can I have my car repaired overnight?', 'How do I connect my boat to Salesforce?'])(
  '%s has no answer, although an author expects similar questions',
  async (question) => {
    expect(await ask(question, 'en')).toEqual({ outcome: 'silent' });
  },
);
