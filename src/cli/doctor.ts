import { examine, examineInvalidConfiguration } from '../server/ops/doctor/examine.ts';
import { type Finding, formatFinding } from '../server/ops/doctor/finding.ts';
import { openViews } from '../views/scope-views.ts';
import { defineCommand, noMore } from './command.ts';

export const command = defineCommand({
  help: `Checks configuration, address and cookie, identity provider, folders, store, backups, build, search index, clock and limits,
and says what to do.

  {call} [--deep] [--json]

  --deep   reads every file of the build and compares it with its hash

Exit code: 0 the site can be served, 1 something has to be mended first, 2 misused.`,
  options: { json: { type: 'boolean', default: false }, deep: { type: 'boolean', default: false } },
  parse: (positionals, { json, deep }) => noMore(positionals) ?? { wanted: { json, deep } },
  run: async (wanted, environment) =>
    answer(await examine(environment, { openViews, isDeep: wanted.deep }), wanted),
  withoutEnvironment: async (wanted, problems) => answer(examineInvalidConfiguration(problems), wanted),
});

function answer(findings: readonly Finding[], { json }: { json: boolean }) {
  const ok = findings.every(({ state }) => state !== 'fail');
  const out = json ? JSON.stringify({ ok, findings }, null, 2) : findings.map(formatFinding).join('\n');
  return { exitCode: ok ? (0 as const) : (1 as const), out };
}
