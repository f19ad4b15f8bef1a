import { expect, test } from 'vitest';
import type { Site } from '../model/site.ts';
import { withDates } from './dates.ts';

const fromGit = { date: '2024-02-03T10:00:00.000Z', author: 'Ben' };
const fromFrontMatter = { date: '2021-05-06T00:00:00.000Z', author: 'Ana' };

test.each([
  ['by nobody unless that is asked for', {}, [{ date: fromGit.date }, fromFrontMatter]],
  ['by whoever committed it, where asked for', { showLastUpdateAuthor: true }, [fromGit, fromFrontMatter]],
  [
    'by nobody at all',
    { showLastUpdateAuthor: false },
    [fromGit, fromFrontMatter].map(({ date }) => ({ date })),
  ],
  ['at no time', { showLastUpdateTime: false }, [undefined, { author: 'Ana' }]],
])('a document was changed %s', (_, options, expected) => {
  const docs = [
    { file: 'a.md', set: '' },
    { file: 'b.md', set: '', lastUpdate: fromFrontMatter },
  ];
  const site = { docs, sets: [{ key: '', instance: 'default' }] } as unknown as Site;
  const shown = { id: 'default', showLastUpdateTime: true, ...options };
  const dated = withDates(site, { 'a.md': fromGit, 'b.md': fromGit }, {}, [shown]);
  expect(dated.docs.map(({ lastUpdate }) => lastUpdate)).toEqual(expected);
});
