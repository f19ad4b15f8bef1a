import { describe, expect, test } from 'vitest';
import { listBothStores } from '../../../../testing/both-stores.ts';
import { openDatabase } from '../../../storage/open-database.ts';
import { countsFile } from '../data-files.ts';
import { createContentChanges } from './content-changes.ts';

describe.each(listBothStores())('in %s', (_name, environment) => {
  test('a page changes when its content does, and only the pages of the first release have no time', async () => {
    const where = await environment();
    const databases = [await openDatabase(where, countsFile), await openDatabase(where, countsFile)];
    const [changes, otherProcess] = databases.map(createContentChanges);
    if (!changes || !otherProcess) throw new Error('there are two processes');
    const findAll = () => Promise.all(['/same', '/edited', '/new', '/removed'].map(changes.find));

    await changes.record(new Map(Object.entries({ '/same': 'a', '/edited': 'b', '/removed': 'c' })), 1_000);
    expect(await findAll()).toEqual([undefined, undefined, undefined, undefined]);
    const nextRelease = new Map(Object.entries({ '/same': 'a', '/edited': 'B', '/new': 'd' }));
    await changes.record(nextRelease, 2_000);
    await otherProcess.record(nextRelease, 3_000);
    expect(await findAll()).toEqual([undefined, 2_000, 2_000, undefined]);
    await changes.record(new Map(Object.entries({ '/same': 'a', '/edited': 'b', '/removed': 'c' })), 4_000);
    expect(await findAll()).toEqual([undefined, 4_000, undefined, 4_000]);
    for (const database of databases) await database.close();
  });
});
