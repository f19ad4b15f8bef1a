import { z } from 'zod';

const count = z.int().describe('Number of pages.');
const paths = z.strictObject({ count, paths: z.array(z.string()).describe('Paths of the first hundred.') });

/** Origin of a release, if git knows it. */
export const releaseOrigin = z.strictObject({
  commit: z.string().max(64).optional().describe('Commit that the release was built from.'),
  author: z.string().max(200).optional().describe('Author of the commit.'),
  subject: z.string().max(500).optional().describe('First line of the commit message.'),
  isChanged: z.boolean().optional().describe('Whether there were uncommitted changes.'),
});

/** Changed pages by path. All are counted; the first hundred of each kind are named. */
export const pageChanges = z.strictObject({
  added: paths.describe('New pages.'),
  changed: paths.describe('Pages whose text changed.'),
  moved: z
    .strictObject({
      count,
      paths: z
        .array(
          z.strictObject({ from: z.string().describe('Old path.'), to: z.string().describe('New path.') }),
        )
        .describe('Paths of the first hundred.'),
    })
    .describe('Pages that moved to another path.'),
  removed: paths.describe('Removed pages.'),
});
