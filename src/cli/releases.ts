import type { Environment } from '../config/environment.ts';
import { resolveDistDir } from '../releases/dist-folder.ts';
import { listReleases, type ReleaseRecord } from '../releases/release-record.ts';
import { type Answer, defineCommand, done, failed, noMore, type Parsed } from './command.ts';
import { parseTokens, runTokens, type TokensCommand } from './releases/deploy-tokens.ts';
import { inColumns, printable } from './terminal-text.ts';

type Wanted = { name: 'list'; json: boolean } | TokensCommand;

export const command = defineCommand({
  help: `Lists the releases that are kept in DIST_DIR, the newest first: RELEASES_KEEP says how many.

  {call}
  {call} tokens                  what releases are published with from elsewhere
  {call} tokens add <name> [--days n]   make one, for 365 days unless said, and print it this once
  {call} tokens end <id>

  --json   for programs; of releases with the pages that each added, changed, moved and removed

Exit code: 0 done, 1 not done, 2 misused.`,
  options: { json: { type: 'boolean' }, days: { type: 'string' } },
  parse: ([what, ...more], values): Parsed<Wanted> => {
    if (what === 'tokens') return parseTokens(more, values);
    return (
      noMore(what === undefined ? [] : [what]) ?? { wanted: { name: 'list', json: values.json ?? false } }
    );
  },
  run: async (wanted, environment) =>
    wanted.name === 'list' ? list(environment, wanted.json) : runTokens(wanted, environment),
});

function list(environment: Environment, json: boolean): Answer {
  const folder = resolveDistDir(environment);
  const { records, live } = listReleases(folder);
  if (json) {
    const rows = records.map(({ format: _, ...record }) => ({
      ...record,
      isLive: record.name === live?.name,
    }));
    return done(JSON.stringify(rows, null, 2));
  }
  if (records.length === 0) return failed(`There is no release in ${folder}: build one, or check DIST_DIR.`);
  const rows = records.map((record) => [
    record === live ? `${record.name} *` : record.name,
    record.publishedAt.replace(/:\d\d\.\d+Z$/, 'Z'),
    printable(record.by ?? record.origin.author ?? ''),
    (record.origin.commit ?? '').slice(0, 9) + (record.origin.isChanged ? '+' : ''),
    String(record.pages),
    changesText(record),
  ]);
  const table = inColumns([['Release', 'Published', 'By', 'Commit', 'Pages', 'Changes'], ...rows]);
  return done(`${table}\n\n* is served. Another one is served again by: rollback <release>`);
}

/** `2 added, 1 moved`. */
function changesText({ changes }: Pick<ReleaseRecord, 'changes'>): string {
  if (changes === undefined) return '';
  const said = (['added', 'changed', 'moved', 'removed'] as const).flatMap((kind) =>
    changes[kind].count === 0 ? [] : `${changes[kind].count} ${kind}`,
  );
  return said.length === 0 ? 'none' : said.join(', ');
}
