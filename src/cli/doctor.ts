import { examine } from './doctor/examine.ts';
import { formatFinding } from './doctor/finding.ts';

const usage = `npm run doctor [-- --json]

Checks configuration, address and cookie, folders, store, build, search index, clock and limits,
and says what to do. Exit code 0: the site can be served; 1: something has to be mended first.`;

async function main(args: readonly string[]): Promise<number> {
  const json = args.includes('--json');
  const unknown = args.filter((arg) => arg !== '--json' && arg !== '--help');
  if (unknown.length > 0) {
    console.error(`There is no option ${unknown.join(' ')}.\n\n${usage}`);
    return 2;
  }
  if (args.includes('--help')) {
    console.log(usage);
    return 0;
  }
  const findings = await examine(process.env);
  const failed = findings.some(({ state }) => state === 'fail');
  console.log(
    json ? JSON.stringify({ ok: !failed, findings }, null, 2) : findings.map(formatFinding).join('\n'),
  );
  return failed ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));
