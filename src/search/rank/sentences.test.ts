import { expect, test } from 'vitest';
import { createTemporarySearch } from '../../../testing/search-index.ts';
import { searchPage } from '../../../testing/search-page.ts';

function findAddresses(records: ReturnType<typeof searchPage>, query: string): unknown[] {
  const search = createTemporarySearch(records);
  try {
    return search.urls(query);
  } finally {
    search.close();
  }
}

test('a sentence is answered by a heading and its paragraphs together, in other forms of its words', () => {
  const answer = searchPage(
    'Holiday cover',
    'A colleague decides while you are away.',
    'Approvals go to the deputy that you have chosen.',
    'Requests that wait longer than a week are escalated.',
  );
  // Enough records with most of the words to end the search there.
  const otherPages = Array.from({ length: 12 }, (_, index) =>
    searchPage(`Record ${index}`, 'Deputies and requests: who is waiting.', 'Something else.'),
  );
  const foundAddresses = findAddresses(
    [...otherPages.flat(), ...answer],
    'deputies approving waiting requests',
  );
  expect(foundAddresses[0]).toBe('/docs/holiday-cover');
});

test("a single letter doesn't match stop words", () => {
  const pages = ['Plan the report', 'Report tables', 'Run the report'].map((title) =>
    searchPage(title, title),
  );
  expect(findAddresses(pages.flat(), 'report t')[0]).toBe('/docs/report-tables');
});

test('searches an operator together with its word', () => {
  const otherPages = Array.from({ length: 60 }, (_, index) =>
    searchPage(`Variable ${index}`, 'A variable of the case.'),
  );
  const escapedPage = searchPage('Safe queries', 'Write @$variable in the statement, and it is escaped.');
  expect(findAddresses([...otherPages.flat(), ...escapedPage], '@$variable')[0]).toBe('/docs/safe-queries');
});

test('a corrected word counts less than typed ones', () => {
  const supervisors = searchPage('Process supervisors', 'Who looks after the cases of a process.');
  const space = searchPage('Space for a list', 'Fold the process away, ship shape.');
  const otherPages = Array.from({ length: 40 }, (_, index) =>
    searchPage(`Page ${index}`, index < 10 ? 'A process and one of its supervisors.' : 'Something else.'),
  );
  const records = [...otherPages.flat(), ...space, ...supervisors];
  expect(findAddresses(records, 'process supervisors spaceship')[0]).toBe('/docs/process-supervisors');
});

test('a rare word counts less than many words of a question if no text has them all', () => {
  const [title, ...texts] = searchPage('Month end', 'What is due.');
  const monthEnd = title ? [{ ...title, questions: ['send the report of open orders'] }, ...texts] : [];
  const ledger = searchPage('Books', 'Open a ledger.');
  const otherPages = ['send', 'report', 'open', 'orders'].flatMap((word) =>
    Array.from({ length: 10 }, (_, index) => searchPage(`Page ${word[0]}${index}`, `To ${word} it.`)),
  );
  const records = [...otherPages.flat(), ...ledger, ...monthEnd];
  expect(findAddresses(records, 'send report of open orders from ledger')[0]).toBe('/docs/month-end');
});
