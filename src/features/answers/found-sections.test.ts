import { expect, test } from 'vitest';
import { extractQuestion } from '../../search/protocol/request.ts';
import type { AnswerConfidence } from '../../search/protocol/wire.ts';
import { joinPassageText } from './compared-text.ts';
import { findAnswer } from './find-answer.ts';
import { listQuotedPassages } from './list-quoted-passages.ts';
import { collectPassages } from './passages.ts';

/** Sections of a site. More of them have a word than in these tests, so words are neither rare nor common. */
const SECTIONS_OF_SITE = 200;
const SECTIONS_WITH_WORD = 10;

interface FoundSite {
  /** The HTML of each page by its URL. */
  pages: Record<string, string>;
  /** The sections that search found for the question, the best first. */
  hits: string[];
  confidence: AnswerConfidence;
}

/** Asks a question as if search had found these sections, and was that sure of them. */
async function ask(question: string, { pages, hits, confidence }: FoundSite) {
  const foundHits = hits.map((url) => ({ url, url_without_anchor: url.split('#')[0] ?? url }));
  const outcome = await findAnswer(
    question,
    { language: 'en' },
    {
      search: async (requests) =>
        requests.map((request) => {
          const { query, hitsPerPage } = extractQuestion(request);
          if (hitsPerPage > 0) return { hits: foundHits, nbHits: hits.length, confidence };
          return { hits: [], nbHits: query === '' ? SECTIONS_OF_SITE : SECTIONS_WITH_WORD };
        }),
      readPage: async (url) => {
        const html = pages[url];
        return html === undefined ? undefined : collectPassages(html, 'Harbour', 'en');
      },
    },
  );
  if (outcome.outcome !== 'answered') return [];
  const { answer } = outcome;
  return [answer, ...(answer.alternative ? [answer.alternative] : [])].map((quotation) => ({
    url: quotation.source.url,
    texts: listQuotedPassages(quotation).map(({ passage }) => joinPassageText(passage)),
  }));
}

async function listUrls(question: string, site: FoundSite) {
  return (await ask(question, site)).map(({ url }) => url);
}

/** Neither page has the words of the questions, so only the likelihood decides. */
const berths = '<h2 id="moor">Moor here</h2><p>Tie up at the second pier, and show the papers at noon.</p>';
const fees = '<h2 id="tariff">Tariff</h2><p>The length of the hull decides how much is due at departure.</p>';
const twoPages = { pages: { '/berths': berths, '/fees': fees }, hits: ['/berths#moor', '/fees#tariff'] };
const onePage = { pages: { '/berths': berths }, hits: ['/berths#moor', '/fees#tariff'] };
const questions = ['where can my yacht sleep tonight', 'I need a place for my yacht'];

test.each(questions)('a first page that is likely enough answers with the next one: %s', async (question) => {
  const askWith = (firstPage: number) =>
    listUrls(question, { ...twoPages, confidence: { firstPage, firstTwoPages: 0 } });
  expect(await askWith(0.65)).toEqual(twoPages.hits);
  expect(await askWith(0.64)).toEqual([]);
});

test.each(questions)('two pages answer if one of them is likely enough: %s', async (question) => {
  const askWith = (firstTwoPages: number) =>
    listUrls(question, { ...twoPages, confidence: { firstPage: 0.2, firstTwoPages } });
  expect(await askWith(0.45)).toEqual(twoPages.hits);
  expect(await askWith(0.44)).toEqual([]);
});

test.each(questions)('two pages answer if both likelihoods are nearly enough: %s', async (question) => {
  const askWith = (firstPage: number, firstTwoPages: number) =>
    listUrls(question, { ...twoPages, confidence: { firstPage, firstTwoPages } });
  expect(await askWith(0.55, 0.4)).toEqual(twoPages.hits);
  expect(await askWith(0.6, 0.35)).toEqual(twoPages.hits);
  expect(await askWith(0.54, 0.4)).toEqual([]);
  expect(await askWith(0.6, 0.34)).toEqual([]);
});

test.each(questions)('a first page that is nearly certain answers alone: %s', async (question) => {
  const askWith = (firstPage: number) =>
    listUrls(question, { ...twoPages, confidence: { firstPage, firstTwoPages: 0 } });
  expect(await askWith(0.85)).toEqual(['/berths#moor']);
  expect(await askWith(0.84)).toEqual(twoPages.hits);
});

test.each(questions)(
  'without a next page, the first one has to be likely by itself: %s',
  async (question) => {
    const askWith = (firstPage: number) =>
      listUrls(question, { ...onePage, confidence: { firstPage, firstTwoPages: 0.9 } });
    expect(await askWith(0.6)).toEqual(['/berths#moor']);
    expect(await askWith(0.59)).toEqual([]);
  },
);

test.each([
  [
    'a page that only links to others',
    '<ul><li><a href="/berths">Berths</a></li><li><a href="/fees">Fees</a></li></ul>',
  ],
  ['an empty page', ''],
  ['a page with a picture', '<figure><img src="map.png" alt="The harbour" /></figure>'],
])('%s is passed over, and the next two pages answer', async (_, html) => {
  const site = {
    pages: { '/all': html, ...twoPages.pages },
    hits: ['/all', ...twoPages.hits],
    confidence: { firstPage: 0.95, firstTwoPages: 0.95 },
  };
  expect(await listUrls('where can my yacht sleep tonight', site)).toEqual(twoPages.hits);
});

const sure = { firstPage: 0.9, firstTwoPages: 0.9 };

test.each([
  ['where can my yacht sleep tonight', ['/night#reserve', '/night#arrive']],
  ['let my yacht sleep here', ['/night#reserve', '/night#arrive']],
])('steps are followed by the section that search found next on their page: %s', async (question, urls) => {
  const html = `<h2 id="reserve">Reserve</h2><ol><li>Call the office.</li><li>Name the hull.</li></ol>
    <h2 id="arrive">Arrive</h2><p>Come before sunset, because the gate is closed after it.</p>`;
  const site = { pages: { '/night': html }, hits: ['/night#reserve', '/night#arrive'], confidence: sure };
  expect(await listUrls(question, site)).toEqual(urls);
  const later = ['/night#reserve', '/a', '/b', '/c', '/night#arrive'];
  expect(await listUrls(question, { ...site, hits: later })).toEqual(urls.slice(0, 1));
});

const jobs = `<p>Much of the work in the harbour needs nobody who starts it.</p>
  <h2 id="before">Before you start</h2><p>Ask the office for a key of the engine house.</p>
  <h2 id="wrong">What goes wrong</h2><table><tr><th>What you see</th><th>Cause</th></tr>
  <tr><td>No lamp is lit</td><td>The lamp oil is empty</td></tr></table>`;
const jobSite = {
  pages: { '/jobs': jobs, '/fees': fees },
  hits: ['/jobs', '/jobs#wrong', '/fees#tariff'],
  confidence: { firstPage: 0.7, firstTwoPages: 0.7 },
};

test.each(['why is no lamp lit at night', 'at night no lamp is lit on the pier'])(
  'an introduction is quoted with the section of its page that search found next: %s',
  async (question) => {
    const [first, second] = await ask(question, jobSite);
    expect(first).toEqual({
      url: '/jobs',
      texts: [
        'Much of the work in the harbour needs nobody who starts it.',
        'What goes wrong',
        'No lamp is lit The lamp oil is empty',
      ],
    });
    expect(second?.url).toBe('/fees#tariff');
  },
);

test.each([
  ['has none of the question', 'when do the sailors come back from the inn', jobSite],
  [
    'is found late',
    'why is no lamp lit at night',
    { ...jobSite, hits: ['/jobs', '/fees#tariff', '/a', '/b', '/jobs#wrong'] },
  ],
  [
    'follows a table of the introduction',
    'why is no lamp lit at night',
    {
      ...jobSite,
      pages: { ...jobSite.pages, '/jobs': `<table><tr><td>Oil</td><td>Monday</td></tr></table>${jobs}` },
    },
  ],
])('an introduction is quoted with the next sections if the other one %s', async (_, question, site) => {
  const [first] = await ask(question, site);
  expect(first?.texts).toContain('Before you start');
});

const stepsOfBoat = (prefix: string) =>
  `<p>A dinghy takes a week.</p><h2 id="frame">${prefix}1: Saw the frame</h2><p>Saw the frame from oak.</p>
  <h2 id="planks">${prefix}2: Bend the planks</h2><p>Steam softens them for an hour.</p>
  <h2 id="paint">${prefix}3: Paint the hull</h2><ol><li>Wait for a dry day.</li><li>Paint twice.</li></ol>`;
const outline = 'Saw the frame Bend the planks Paint the hull';

function askAboutBoat(question: string, html: string) {
  const pages = { '/build': `<h1>Build a dinghy</h1>${html}` };
  return ask(question, { pages, hits: ['/build#paint'], confidence: sure });
}

test.each([
  ['Step ', 'how do I build my own dinghy'],
  ['', 'I want to build a dinghy'],
])('a procedure with a section for each step is quoted by its headings: %s1', async (prefix, question) => {
  const [first] = await askAboutBoat(question, stepsOfBoat(prefix));
  expect(first).toEqual({
    url: '/build',
    texts: [outline, `${prefix}1: Saw the frame`, 'Saw the frame from oak.'],
  });
});

test.each([
  ['the question is about the step', 'how do I paint a dinghy', stepsOfBoat('Step ')],
  ['the reader wants to know something', 'is a dinghy easy to build', stepsOfBoat('Step ')],
  ['the headings above are about something else', 'how do I find a tide table', stepsOfBoat('Step ')],
  ['a step is missing', 'how do I build my own dinghy', stepsOfBoat('Step ').replace('Step 2: ', '')],
  ['the headings have no numbers', 'how do I build my own dinghy', stepsOfBoat('').replace(/[123]: /g, '')],
  [
    'it is an example',
    'how do I build my own dinghy',
    `<h2>Example: a dinghy to build</h2>${stepsOfBoat('').replaceAll('h2', 'h3')}`,
  ],
])('a step is quoted by itself if %s', async (_, question, html) => {
  const [first] = await askAboutBoat(question, html);
  expect(first?.texts).not.toContain(outline);
  expect(first?.texts).toContain('Wait for a dry day. Paint twice.');
});

const manyRows = Array.from(
  { length: 40 },
  (_, index) => `<tr><td>Buoy ${index}</td><td>Ask the keeper</td></tr>`,
);
const longTable = `<table><tr><th>What you see</th><th>Cause</th></tr>${manyRows.join('')}
  <tr><td>The foghorn is silent</td><td>No steam</td></tr><tr><td>The foghorn is hoarse</td><td>Rust</td></tr></table>`;

test.each([
  ['my foghorn makes no sound', ['The foghorn is silent No steam', 'The foghorn is hoarse Rust']],
  ['where is the boiler of the house', []],
])(
  'after a text, rows of a long table are quoted that have words of the question: %s',
  async (question, rows) => {
    const html = `<h2 id="signals">Signals</h2><p>Look at the boiler of the house before anything else.</p>${longTable}`;
    const site = { pages: { '/signals': html }, hits: ['/signals#signals'], confidence: sure };
    const [first] = await ask(question, site);
    expect(first?.texts).toEqual(['Look at the boiler of the house before anything else.', ...rows]);
  },
);

test.each(['an inner lock', 'an outer lock'])(
  'a table answers about %s if a column is about it',
  async (lock) => {
    const html = `<h2 id="locks">Compare the locks</h2><table><tr><th>Property</th><th>Inner lock</th><th>Outer lock</th></tr>
    <tr><td>Width</td><td>4 m</td><td>9 m</td></tr><tr><td>As a tidal lock</td><td>Waits</td><td>Opens</td></tr></table>`;
    const site = { pages: { '/locks': html }, hits: ['/locks#locks'], confidence: sure };
    expect(await listUrls(`how does ${lock} differ`, site)).toEqual(['/locks#locks']);
    expect(await listUrls('how does a canal lock differ', site)).toEqual([]);
  },
);

test.each([
  ['make room without cancelling cases', 'PM_CASES', ['/keys#keys']],
  ['a pass without boat locks', 'HARBOR_LOCKS', ['/keys#keys']],
  ['a pass without boat locks', 'Canal locks', []],
])('“%s” may be answered by a table with the key %s: %j', async (question, key, urls) => {
  const html = `<h2 id="keys">Passes</h2><table><tr><th>Pass</th><th>Use</th></tr><tr><td>${key}</td><td>Work at sea</td></tr></table>`;
  const site = { pages: { '/keys': html }, hits: ['/keys#keys'], confidence: sure };
  expect(await listUrls(question, site)).toEqual(urls);
});

test.each(['100 people', '250 guests', '500 children'])('%s are an amount, not a name', async (guests) => {
  const site = { pages: twoPages.pages, hits: twoPages.hits, confidence: sure };
  expect(await listUrls(`make room for ${guests} at once`, site)).toEqual(['/berths#moor']);
  expect(await listUrls('make room for error 500 at once', site)).toEqual([]);
});
