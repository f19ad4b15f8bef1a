import { defineCommand, rejectSurplus } from '../command/define-command.ts';
import { formatCount, formatJson } from '../command/terminal-text.ts';
import { installFeatures } from '../features/index.ts';
import { examine, examineInvalidConfiguration } from '../server/ops/doctor/examine.ts';
import { type Finding, formatFinding } from '../server/ops/doctor/finding.ts';
import { openViews } from '../views/scope-views.ts';

export const command = defineCommand({
  help: `Checks the installation, and says how to fix what is wrong: settings, address and cookie, identity provider,
folders, store, backups, mail, build, search index, clock and system limits.

  {call} [--deep] [--json]

  --deep   Also read every file of the release and compare it with its hash.
  --json   Print JSON.

Exit code: 0 the site can be served, 1 a check failed, 2 wrong arguments.`,
  options: { json: { type: 'boolean', default: false }, deep: { type: 'boolean', default: false } },
  parse: (positionals, { json, deep }) => rejectSurplus(positionals) ?? { input: { json, deep } },
  async run(input, environment) {
    const { features, problems } = await installFeatures(environment);
    if (problems) return reportFindings(examineInvalidConfiguration(problems), input);
    return reportFindings(await examine(environment, features, { openViews, isDeep: input.deep }), input);
  },
  withoutEnvironment: async (input, problems) => reportFindings(examineInvalidConfiguration(problems), input),
});

function reportFindings(findings: readonly Finding[], { json }: { json: boolean }) {
  const failures = findings.filter(({ state }) => state === 'fail').length;
  const warnings = findings.filter(({ state }) => state === 'warn').length;
  const exitCode = failures === 0 ? (0 as const) : (1 as const);
  if (json) return { exitCode, out: formatJson({ ok: failures === 0, findings }) };
  const counts = [
    ...(failures > 0 ? [formatCount(failures, 'failure')] : []),
    ...(warnings > 0 ? [formatCount(warnings, 'warning')] : []),
  ];
  const summary = counts.length === 0 ? 'All checks passed.' : `${counts.join(', ')}.`;
  // Several settings can need the same step, which then follows the last of them.
  const lines = findings.map((finding, index) =>
    formatFinding(finding.todo === findings[index + 1]?.todo ? { ...finding, todo: undefined } : finding),
  );
  return { exitCode, out: `${lines.join('\n')}\n\n${summary}` };
}
