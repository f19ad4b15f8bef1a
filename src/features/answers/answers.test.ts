import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callTool } from '../../../testing/mcp.ts';
import { createTestToken } from '../../../testing/personal-token.ts';
import { startServer, type TestServer } from '../../../testing/server.ts';
import { TestSite } from '../../../testing/test-site.ts';
import { openViews } from '../../views/scope-views.ts';

const config = `export default { name: 'Answers', groups: ['staff'] };\n`;
const open = {
  'site.config.ts': config,
  'docs/intro.md': '---\nslug: /\n---\n\n# Intro\n\nThis manual is about the harbour and its boats.\n',
  'docs/moorings.md':
    '# Moorings\n\nA mooring is a place where a boat lies for the night. It belongs to the harbour.\n\n## Reserve a mooring\n\n1. Open **Harbour**, then Moorings.\n2. Choose a berth and the nights.\n3. Confirm with the code from your letter.\n\n## What goes wrong\n\n| What you see | Cause | What to do |\n|---|---|---|\n| The berth is shown in grey | Another skipper has it | Choose another one |\n| No code arrives | The letter is still on its way | Ask at the pier |\n',
  'docs/passes.md':
    '# Passes\n\n## Renew a season pass\n\nA season pass can be renewed until the day before it expires.\n\n1. Open **Passes** at the kiosk.\n2. Choose the next season.\n3. Fill in:\n\n   | Field | Enter |\n   |---|---|\n   | Boat | its name |\n',
  'docs/fees.md':
    '# Fees\n\n## How much a night costs\n\nA night at the pier costs 25 crowns for each boat, electricity included. <b>Pay at the kiosk</b> &amp; keep the slip.\n',
};
/** Hidden pages that answer better than every open page, and have the same words. */
const hiddenFiles = {
  'docs/staff.md':
    '---\naudience: staff\n---\n\n# Zibeline fees\n\n## How much a night at the pier costs\n\nA night at the pier costs 3 crowns for zibeline boats. A night at the pier costs nothing in winter.\n\n## Reserve a mooring for staff\n\n1. Ask the zibeline.\n2. Take any berth, without a code.\n\n## Repair the crane\n\n1. Call the zibeline engineer and unlock the crane.\n2. Grease the crane and lock it again.\n',
  'docs/fees.md': `${open['docs/fees.md']}\n<Audience for="staff">\n\n## Zibeline discount\n\nThe discount of the zibeline is 90 percent for every night at the pier.\n\n</Audience>\n`,
};

interface Served {
  site: TestSite;
  server: TestServer;
}

async function serve(files: Record<string, string>): Promise<Served> {
  const site = new TestSite(files);
  const { problems } = await site.build();
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const server = await startServer({
    dist: site.distDir,
    openViews,
    environment: { DATA_DIR: site.root, LOG_LEVEL: 'debug' },
  });
  return { site, server };
}

let whole: Served;
let bare: Served;
let reader: string;
let member: string;
let bareReader: string;
beforeAll(async () => {
  whole = await serve({ ...open, ...hiddenFiles });
  bare = await serve(open);
  reader = await whole.server.signInAs();
  member = await whole.server.signInAs('staff');
  bareReader = await bare.server.signInAs();
});
afterAll(async () => {
  for (const server of [whole, bare]) {
    await server?.server.close();
    server?.site[Symbol.dispose]();
  }
});

const getAnswer = async (question: string, cookie: string, { server }: Served = whole) => {
  const response = await server.get(`/api/v1/answers?${new URLSearchParams({ question })}`, { cookie });
  expect(response.statusCode).toBe(200);
  return response.json().answer;
};

test('quotes steps, rows and paragraphs with their section', async () => {
  expect(await getAnswer('How do I reserve a mooring?', reader)).toMatchObject({
    passage: {
      kind: 'steps',
      lead: '',
      items: [
        'Open Harbour, then Moorings.',
        'Choose a berth and the nights.',
        'Confirm with the code from your letter.',
      ],
    },
    source: { url: '/docs/moorings#reserve-a-mooring', titles: ['Moorings', 'Reserve a mooring'] },
  });
  expect(await getAnswer('Why is the berth shown in grey?', reader)).toMatchObject({
    passage: {
      kind: 'row',
      cells: [
        { column: 'What you see', text: 'The berth is shown in grey' },
        { column: 'Cause', text: 'Another skipper has it' },
        { column: 'What to do', text: 'Choose another one' },
      ],
    },
    source: { url: '/docs/moorings#what-goes-wrong' },
  });
  expect((await getAnswer('What is a mooring?', reader)).passage.sentences[0]).toBe(
    'A mooring is a place where a boat lies for the night.',
  );
});

test('quotes the steps that a text introduces with it, everywhere', async () => {
  const question = 'Until when can a season pass be renewed?';
  const text = 'A season pass can be renewed until the day before it expires.';
  const items = ['Open Passes at the kiosk.', 'Choose the next season.', 'Fill in:\nBoat: its name'];
  expect(await getAnswer(question, reader)).toMatchObject({
    passage: { kind: 'text', sentences: [text] },
    followedBy: { kind: 'steps', lead: '', items },
    source: { url: '/docs/passes#renew-a-season-pass' },
  });
  expect((await getAnswer('How do I reserve a mooring?', reader)).followedBy).toBeNull();
  const { body } = await whole.server.get(`/search?q=${encodeURIComponent(question)}`, { cookie: reader });
  expect(body).toContain(
    `<p>${text}</p><ol><li>${items.join('</li><li>').replace('\n', '<br/>')}</li></ol></blockquote>`,
  );
});

test('quotes a short section as a whole, everywhere, and marks what is around the passage', async () => {
  const question = 'Why is the berth shown in grey?';
  expect(await getAnswer(question, reader)).toMatchObject({
    before: [],
    passage: { kind: 'row', cells: [{ text: 'The berth is shown in grey' }, {}, {}] },
    after: [{ kind: 'row', cells: [{ text: 'No code arrives' }, {}, {}] }],
  });
  const { body } = await whole.server.get(`/search?q=${encodeURIComponent(question)}`, { cookie: reader });
  expect(body).toContain('<tbody><tr><td>The berth is shown in grey</td>');
  expect(body).toContain('<tr class="search-answer__around"><td>No code arrives</td>');
});

const questions = [
  'How much does a night at the pier cost?',
  'How do I reserve a mooring?',
  'How do I repair the crane?',
  'How do I grease the crane?',
  'What is the discount of the zibeline?',
  'How much is the zibeline discount for a night?',
  'Who is the zibeline engineer?',
  'Why does no code arrive?',
];

test('a reader gets the same answers as from a site without the hidden pages and parts', async () => {
  for (const question of questions) {
    const answer = await getAnswer(question, reader);
    expect([question, answer]).toEqual([question, await getAnswer(question, bareReader, bare)]);
    expect(JSON.stringify(answer).toLowerCase()).not.toContain('zibeline');
  }
  // Each reader gets an answer from the pages that they may read, no matter who asked before.
  expect((await getAnswer('How do I repair the crane?', member)).source.url).toBe(
    '/docs/staff#repair-the-crane',
  );
  expect(await getAnswer('How do I repair the crane?', reader)).toBeNull();
  expect(whole.server.logText().toLowerCase()).not.toMatch(/zibeline|crane/);
});

test("says nothing about what the documentation doesn't have, and about searches for words", async () => {
  for (const text of [
    'How do I connect to Salesforce?',
    'What is the weather in Paris today?',
    'mooring',
    'reserve mooring',
    'how do I',
    '?',
    '¿¿??',
    'x'.repeat(500),
  ])
    expect([text, await getAnswer(text, reader)]).toEqual([text, null]);
});

test('the results page shows the answer above the hits, with markup as text', async () => {
  const { body } = await whole.server.get('/search?q=How+much+does+a+night+at+the+pier+cost%3F', {
    cookie: reader,
  });
  const card = /<section class="search-answer[\s\S]*?<\/section>/.exec(body)?.[0] ?? '';
  expect(body).toContain('<strong>From the documentation</strong></p><section class="search-answer');
  expect(card).toContain('25 crowns for each boat');
  expect(card).toContain('Pay at the kiosk &amp; keep the slip.');
  expect(card).toContain('<a href="/docs/fees#how-much-a-night-costs">Fees › How much a night costs</a>');
  expect(body.indexOf(card)).toBeLessThan(body.indexOf('<ol class="search-results"'));
  for (const url of ['/search?q=mooring', '/search?q=How+much+does+a+night+at+the+pier+cost%3F&page=2'])
    expect((await whole.server.get(url, { cookie: reader })).body).not.toContain('class="search-answer');
});

test('a site below a path answers, also from a page with spaces and accents in its path', async () => {
  const config = `export default { name: 'Below', baseUrl: '/help/' };\n`;
  const page = '# Moorings\n\n## Reserve a mooring\n\n1. Open it.\n2. Choose a berth.\n';
  const below = await serve({
    'site.config.ts': config,
    'docs/intro.md': '---\nslug: /\n---\n\n# Intro\n\nIt begins.\n',
    'docs/a ü b.md': page,
  });
  const cookie = await below.server.signIn();
  const url = `/help/api/v1/answers?${new URLSearchParams({ question: 'How do I reserve a mooring?' })}`;
  const { answer } = (await below.server.get(url, { cookie })).json();
  expect(answer).toMatchObject({
    passage: { kind: 'steps', items: ['Open it.', 'Choose a berth.'] },
    source: { url: '/help/docs/a ü b#reserve-a-mooring' },
  });
  const results = await below.server.get('/help/search?q=How+do+I+reserve+a+mooring%3F', { cookie });
  expect(results.body).toContain('<a href="/help/docs/a ü b#reserve-a-mooring">');
  await below.server.close();
  below.site[Symbol.dispose]();
});

test('visitors and unknown parameters are refused', async () => {
  const url = '/api/v1/answers?question=What+is+a+mooring%3F';
  expect((await whole.server.get(url)).statusCode).toBe(401);
  for (const path of ['/api/v1/answers', `${url}&groups=staff`, '/api/v1/answers?question='])
    expect((await whole.server.get(path, { cookie: reader })).statusCode).toBe(400);
});

test('an assistant gets the answer of its reader, as documentation and not as instructions', async () => {
  const { origin } = await whole.server.listen();
  const { accounts } = whole.server.identity;
  const added = await accounts.add({
    email: 'assisted@docs.example',
    password: 'correct horse battery',
    name: '',
    role: 'reader',
  });
  if (added.outcome !== 'added') throw new Error(added.outcome);
  const { secret } = await createTestToken(whole.server.identity, added.account.id);
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${secret}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', origin), { requestInit }));
  const { text } = await callTool(client, 'answer_question', { question: 'How do I reserve a mooring?' });
  expect(text).toContain('<documentation>\n1. Open Harbour, then Moorings.');
  expect(text).toContain(`Source: Moorings › Reserve a mooring: ${origin}/docs/moorings#reserve-a-mooring`);
  const renewal = await callTool(client, 'answer_question', {
    question: 'Until when can a season pass be renewed?',
  });
  expect(renewal.text).toContain(
    '<documentation>\nA season pass can be renewed until the day before it expires.\n\n1. Open Passes at the kiosk.\n2. Choose the next season.\n3. Fill in:\n   Boat: its name\n',
  );
  const silent = await callTool(client, 'answer_question', { question: 'How do I repair the crane?' });
  expect(silent.text).toContain('No passage answers this well enough.');
  await client.close();
});

test('administrators see questions without an answer among searches without results', async () => {
  const cookie = await whole.server.signIn();
  await getAnswer('How do I paint the lighthouse?', reader);
  const { rows } = (
    await whole.server.get('/api/v1/searches?kind=without-results&days=7', { cookie })
  ).json();
  expect(rows).toContainEqual({ query: 'how do i paint the lighthouse?', count: 1, hits: 0, opened: 0 });
  expect(JSON.stringify(rows)).not.toContain('how do i reserve a mooring');
});
