import path from 'node:path';
import {
  defineCommand,
  fail,
  type ParsedArguments,
  rejectSurplus,
  succeed,
} from '../../../command/define-command.ts';
import type { Audience } from '../../../model/audience.ts';
import { formatCommand } from '../../../shared/call-of.ts';
import { findPathOnDisk } from '../../../shared/path-on-disk.ts';
import { renameContent } from './rename.ts';

export const command = defineCommand({
  help: `Moves a document or a folder and updates everything that refers to it: links, images and imports in documents,
sidebars, questions, pages and the configuration. Old addresses redirect to the new ones (redirects.json).

  {call} docs/guides/reset.md docs/accounts/reset-password.md
  {call} docs/guides docs/how-to

Exit code: 0 moved, 1 not moved, 2 wrong arguments.`,
  options: {},
  parse: ([from, to, ...surplus]): ParsedArguments<{ from: string; to: string }> => {
    if (from === undefined || to === undefined) return { misuse: 'Give a source and a destination.' };
    return (
      rejectSurplus(surplus) ?? {
        input: { from: findPathOnDisk(path.resolve(from)), to: findPathOnDisk(path.resolve(to)) },
      }
    );
  },
  run: async (input, environment) => {
    const result = await renameContent(environment, process.cwd(), input);
    if ('fault' in result) return fail(result.fault);
    const { moved, addresses, changedFiles, audiences } = result.renamed;
    return succeed(
      [
        ...moved.map(({ from, to }) => `Moved ${from} → ${to}`),
        ...[...addresses].map(([from, to]) => `Redirected ${from} → ${to}`),
        ...changedFiles.map((file) => `Updated ${file}`),
        ...audiences.map(
          ({ file, before, now }) =>
            `Audience changed: ${file} was for ${describeAudience(before)} and is now for ${describeAudience(now)}. If you don't want that, set "audience" in its front matter.`,
        ),
        `Review the changes, then run: ${formatCommand('check')}`,
      ].join('\n'),
    );
  },
});

function describeAudience(audience: Audience = 'readers'): string {
  switch (audience) {
    case 'readers':
      return 'all readers';
    case 'public':
      return 'everyone';
    default:
      return audience.join(', ');
  }
}
