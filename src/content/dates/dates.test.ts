import { expect, test } from 'vitest';
import type { Site } from '../../model/site.ts';
import { addDates } from './dates.ts';

const fromGit = { date: '2024-02-03T10:00:00.000Z', author: 'Ben' };
const fromFrontMatter = { date: '2021-05-06T00:00:00.000Z', author: 'Ana' };

test.each([
  ['no author by default', {}, [{ date: fromGit.date }, fromFrontMatter]],
  [
    'the author of the commit, if the option is on',
    { showLastUpdateAuthor: true },
    [fromGit, fromFrontMatter],
  ],
  [
    'no author at all, if the option is off',
    { showLastUpdateAuthor: false },
    [fromGit, fromFrontMatter].map(({ date }) => ({ date })),
  ],
  ['no date, if that option is off', { showLastUpdateTime: false }, [undefined, { author: 'Ana' }]],
])('the last update has %s', (_, options, expected) => {
  const docs = [
    { file: 'a.md', set: '' },
    { file: 'b.md', set: '', lastUpdate: fromFrontMatter },
  ];
  const site = { docs, sets: [{ key: '', instance: 'default' }] } as unknown as Site;
  const documentation = { id: 'default', showLastUpdateTime: true, ...options };
  const datedSite = addDates(site, { 'a.md': fromGit, 'b.md': fromGit }, {}, [documentation]);
  expect(datedSite.docs.map(({ lastUpdate }) => lastUpdate)).toEqual(expected);
});
