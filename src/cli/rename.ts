import path from 'node:path';
import { renameContent } from '../authoring/rename/rename.ts';
import type { Audience } from '../model/audience.ts';
import { pathOnDisk } from '../shared/path-on-disk.ts';
import { defineCommand, done, failed, noMore, type Parsed } from './command.ts';

export const command = defineCommand({
  help: `Moves a document or a folder, and all that names it after it: links, pictures and imports of documents, sidebars,
questions, pages, the configuration. Old addresses redirect to the new ones (redirects.json). What else the files say
stays as it is.

  {call} docs/guides/reset.md docs/accounts/reset-password.md
  {call} docs/guides docs/how-to

Exit code: 0 moved, 1 not moved, 2 misused.`,
  options: {},
  parse: ([from, to, ...more]): Parsed<{ from: string; to: string }> => {
    if (from === undefined || to === undefined) return { fault: 'Say from where and to where.' };
    return (
      noMore(more) ?? { wanted: { from: pathOnDisk(path.resolve(from)), to: pathOnDisk(path.resolve(to)) } }
    );
  },
  run: async (wanted, environment) => {
    const result = await renameContent(environment, process.cwd(), wanted);
    if ('fault' in result) return failed(result.fault);
    const { moved, addresses, changed, audiences } = result.renamed;
    return done(
      [
        ...moved.map(({ from, to }) => `Moved: ${from} → ${to}`),
        ...[...addresses].map(([from, to]) => `Redirects: ${from} → ${to}`),
        ...changed.map((file) => `Follows: ${file}`),
        ...audiences.map(
          ({ file, before, now }) =>
            `Seen by others: ${file} was for ${named(before)}, and is for ${named(now)}. If that is not meant, say "audience" in its front matter.`,
        ),
        'Look through the changes, and run check.',
      ].join('\n'),
    );
  },
});

function named(audience: Audience = 'readers'): string {
  switch (audience) {
    case 'readers':
      return 'every reader';
    case 'public':
      return 'everybody';
    default:
      return audience.join(', ');
  }
}
