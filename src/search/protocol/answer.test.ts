import { afterAll, expect, test } from 'vitest';
import { createTemporarySearch } from '../../../testing/search-index.ts';

const { ask, urls, close } = createTemporarySearch();
afterAll(close);
const findFirstUrl = (query: string, parameters = {}) => urls(query, parameters)[0];

test('the title of a page finds the page, also while it is being typed', () => {
  for (const typedQuery of ['dropdown control', 'Dropdown Contr', 'DROPDOWN', 'dropd']) {
    expect(findFirstUrl(typedQuery), typedQuery).toBe('/docs/forms/dropdown');
  }
});

test('a heading finds its place on the page', () => {
  expect(findFirstUrl('sql options')).toBe('/docs/forms/dropdown#sql-options');
});

test('words of the text are found under their heading', () => {
  expect(findFirstUrl('iso country')).toBe('/docs/forms/dropdown#sql-options');
});

test("keywords find a page that doesn't say them", () => {
  expect(findFirstUrl('combo box')).toBe('/docs/forms/dropdown');
});

test('a word is found in its other forms', () => {
  expect(findFirstUrl('notification')).toBe('/docs/admin/notifications');
  expect(findFirstUrl('configuring mail servers')).toBe(
    '/docs/admin/notifications#configure-the-mail-server',
  );
});

test('one edit is forgiven, two in a long word', () => {
  for (const misspelt of ['dorpdown', 'drpdown', 'notificatoin', 'notfcation', 'tetxbox']) {
    expect(ask(misspelt).nbHits, misspelt).toBeGreaterThan(0);
  }
  expect(findFirstUrl('notfcations')).toBe('/docs/admin/notifications');
});

test('identifiers are found whole, in parts, and with other punctuation', () => {
  for (const typedQuery of ['XMLNewCase', 'xmlnewcase()', 'new case'])
    expect(findFirstUrl(typedQuery), typedQuery).toMatch(/^\/docs\/dev\/php/);
  for (const typedQuery of ['@@USER_LOGGED', 'USER_LOGGED', 'user logged', 'userlogged']) {
    expect(findFirstUrl(typedQuery), typedQuery).toBe('/docs/process/variables');
  }
  for (const typedQuery of ['/case/{app_uid}/variables', 'case/{app_uid}', 'GET /case/{app_uid}']) {
    expect(findFirstUrl(typedQuery), typedQuery).toBe('/docs/dev/rest#read-variables');
  }
});

test('words written apart and together find each other', () => {
  expect(findFirstUrl('text box')).toBe('/docs/forms/textbox');
  expect(findFirstUrl('drop down')).toBe('/docs/forms/dropdown');
});

test('a prefix of variables is found by its signs alone', () => {
  expect(urls('@@')).toContain('/docs/process/variables');
});

test('a question is answered without its small words', () => {
  expect(findFirstUrl('how do I configure the mail server?')).toBe(
    '/docs/admin/notifications#configure-the-mail-server',
  );
});

test("one wrong word doesn't hide the answer", () => {
  expect(urls('configure banana mail server')).toContain(
    '/docs/admin/notifications#configure-the-mail-server',
  );
});

test('one or two letters look at headings only', () => {
  expect(urls('dr')).toEqual(['/docs/forms/dropdown', '/docs/forms/dropdown#events-of-a-dropdown']);
});

test('finds nothing for words that no page has', () => {
  expect(ask('zzyzx quuxly')).toMatchObject({ nbHits: 0, hits: [], nbPages: 0 });
});

test('one address is one hit, unless every record is asked for', () => {
  const once = urls('dropdown');
  expect(new Set(once).size).toBe(once.length);
  expect(urls('dropdown', { distinct: false }).length).toBeGreaterThan(once.length);
});

test('everything is escaped before the tags go in, the plain texts too', () => {
  const result = ask('else', { highlightPreTag: '<mark>', highlightPostTag: '</mark>' });
  expect(result.hits[0]).toMatchObject({
    hierarchy: { lvl2: 'What &lt;b&gt;else&lt;/b&gt; isn&#039;t a variable?' },
    _highlightResult: {
      hierarchy: {
        lvl1: { value: 'System variables', matchLevel: 'none', matchedWords: [] },
        lvl2: {
          value: 'What &lt;b&gt;<mark>else</mark>&lt;/b&gt; isn&#039;t a variable?',
          matchLevel: 'full',
          fullyHighlighted: false,
          matchedWords: ['else'],
        },
      },
    },
  });
});

test('a snippet shows the asked number of words around the match', () => {
  const [hit] = ask('query', { attributesToSnippet: ['content:5'], snippetEllipsisText: '...' }).hits;
  expect(hit?._snippetResult).toEqual({
    content: { value: '...from a <em>query</em>: SELECT IC_UID,...', matchLevel: 'full' },
  });
});

test('a heading comes with what is written there, where the words of the query are, if they are', () => {
  const findFirstHit = (query: string) => ask(query, { attributesToSnippet: ['content:12'] }).hits[0];
  expect(findFirstHit('configure server question')).toMatchObject({
    url: '/docs/admin/notifications#configure-the-mail-server',
    content: null,
    _snippetResult: { content: { value: 'Host, port, account.', matchLevel: 'none' } },
  });
  expect(findFirstHit('system variables user')).toMatchObject({
    url: '/docs/process/variables',
    content: null,
    _snippetResult: { content: { value: expect.stringContaining('<em>USER</em>_LOGGED') } },
  });
  expect(findFirstHit('sql options')).toMatchObject({
    url: '/docs/forms/dropdown#sql-options',
    content: null,
    _snippetResult: { content: { value: expect.stringMatching(/\w/) } },
  });
});

test('returns only the requested attributes', () => {
  const [hit] = ask('textbox', {
    attributesToRetrieve: ['hierarchy.lvl1', 'url'],
    attributesToSnippet: [],
    attributesToHighlight: ['hierarchy.lvl1'],
  }).hits;
  expect(hit).toEqual({
    objectID: '0-/docs/forms/textbox',
    url: '/docs/forms/textbox',
    hierarchy: { lvl1: 'Textbox control' },
    _highlightResult: {
      hierarchy: {
        lvl1: {
          value: '<em>Textbox</em> control',
          matchLevel: 'full',
          fullyHighlighted: false,
          matchedWords: ['textbox'],
        },
      },
    },
  });
});

test('the answer pages through the hits', () => {
  const all = urls('', { hitsPerPage: 20 });
  const second = ask('', { hitsPerPage: 3, page: 1 });
  expect(second.hits.map((hit) => hit.url)).toEqual(all.slice(3, 6));
  expect(second).toMatchObject({
    page: 1,
    hitsPerPage: 3,
    nbHits: all.length,
    nbPages: Math.ceil(all.length / 3),
  });
});

test('facet filters narrow, facets count', () => {
  const contextual = ['language:en', ['docusaurus_tag:default', 'docusaurus_tag:docs-default-current']];
  expect(ask('case', { facetFilters: contextual }).nbHits).toBe(ask('case').nbHits);
  expect(ask('case', { facetFilters: ['language:de'] }).nbHits).toBe(0);
  const developer = ask('case', {
    facetFilters: ['hierarchy.lvl0:Developer info'],
    facets: ['hierarchy.lvl0'],
  });
  expect(developer.facets).toEqual({ 'hierarchy.lvl0': { 'Developer info': developer.nbHits } });
  expect(ask('case', { facetFilters: ['type:-content'], facets: ['type'] }).facets?.type).not.toHaveProperty(
    'content',
  );
});

test('the answer echoes the request and names itself only when asked to', () => {
  const plain = ask('case', { clickAnalytics: false });
  expect(plain).toMatchObject({ query: 'case', index: 'docs', params: 'query=case&clickAnalytics=false' });
  expect(plain).not.toHaveProperty('queryID');
  expect(ask('case', { clickAnalytics: true }).queryID).toMatch(/^[0-9a-f]{32}$/);
});

test('where nothing is found, near words and titles are offered', () => {
  expect(ask('drobdwon').userData).toBeUndefined();
  const { nbHits, userData } = ask('texbax');
  expect(nbHits).toBe(0);
  expect(userData?.[0]?.suggestions).toEqual(['textbox', 'Textbox control']);
});

test('a word and a title that differ by a capital letter are offered once', () => {
  expect(ask('nodifucatons').userData?.[0]?.suggestions).toEqual(['notifications']);
});
