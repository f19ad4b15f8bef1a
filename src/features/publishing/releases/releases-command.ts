import {
  type CommandResult,
  defineCommand,
  fail,
  type ParsedArguments,
  rejectSurplus,
  succeed,
} from '../../../command/define-command.ts';
import { formatJson, formatTable, toPrintable } from '../../../command/terminal-text.ts';
import type { Environment } from '../../../config/environment.ts';
import { resolveDistDir } from '../../../releases/dist-folder.ts';
import { listReleases, type ReleaseRecord } from '../../../releases/release-record.ts';
import { formatCommand } from '../../../shared/call-of.ts';
import { parseTokensCommand, runTokensCommand, type TokensCommand } from '../deploy-tokens/tokens-command.ts';

type ReleasesInput = { name: 'list'; json: boolean } | TokensCommand;

export const command = defineCommand({
  help: `Lists the releases in DIST_DIR, newest first. RELEASES_KEEP sets how many are kept.

  {call}
      List releases.
  {call} tokens
      List deploy tokens. CI uses them to publish to this server.
  {call} tokens add <name> [--days <number>]
      Create a deploy token and print it once. It expires in 365 days unless you set --days.
  {call} tokens end <id>
      Revoke a deploy token.

  --json   Print JSON. For releases it includes the pages that were added, changed, moved and removed.

Exit code: 0 done, 1 failed, 2 wrong arguments.`,
  options: { json: { type: 'boolean' }, days: { type: 'string' } },
  parse: ([subcommand, ...rest], values): ParsedArguments<ReleasesInput> => {
    if (subcommand === 'tokens') return parseTokensCommand(rest, values);
    return (
      rejectSurplus(subcommand === undefined ? [] : [subcommand]) ?? {
        input: { name: 'list', json: values.json ?? false },
      }
    );
  },
  run: async (input, environment) =>
    input.name === 'list' ? showReleases(environment, input.json) : runTokensCommand(input, environment),
});

function showReleases(environment: Environment, json: boolean): CommandResult {
  const folder = resolveDistDir(environment);
  const { records, live } = listReleases(folder);
  if (json) {
    const rows = records.map(({ format: _, ...record }) => ({
      ...record,
      isLive: record.name === live?.name,
    }));
    return succeed(formatJson(rows));
  }
  if (records.length === 0)
    return fail(`${folder} has no releases. Run "${formatCommand('build')}" first, or check DIST_DIR.`);
  const rows = records.map((record) => [
    record === live ? `${record.name} *` : record.name,
    record.publishedAt.replace(/:\d\d\.\d+Z$/, 'Z'),
    toPrintable(record.by ?? record.origin.author ?? ''),
    (record.origin.commit ?? '').slice(0, 9) + (record.origin.isChanged ? '+' : ''),
    String(record.pages),
    describeChanges(record),
  ]);
  const table = formatTable([['Release', 'Published', 'By', 'Commit', 'Pages', 'Changes'], ...rows]);
  return succeed(
    `${table}\n\n* is being served. To serve another one, run: ${formatCommand('rollback', '<release>')}`,
  );
}

/** `2 added, 1 moved`. Empty for the first release, which has nothing to be compared with. */
function describeChanges({ changes }: Pick<ReleaseRecord, 'changes'>): string {
  if (changes === undefined) return '';
  const counts = (['added', 'changed', 'moved', 'removed'] as const)
    .filter((kind) => changes[kind].count > 0)
    .map((kind) => `${changes[kind].count} ${kind}`);
  return counts.length === 0 ? 'none' : counts.join(', ');
}
