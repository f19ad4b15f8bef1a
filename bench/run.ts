import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { agentsBench } from './agents.bench.ts';
import { audiencesBench } from './audiences.bench.ts';
import type { Bench, Figure } from './bench.ts';
import { buildBench } from './build.bench.ts';
import { canariesBench } from './canaries.bench.ts';
import { componentsBench } from './components.bench.ts';
import { firstHourBench } from './first-hour.bench.ts';
import { hiddenBench } from './hidden.bench.ts';
import { liveBench } from './live.bench.ts';
import { manualBench } from './manual.bench.ts';
import { pagesBench } from './pages.bench.ts';
import { publishBench } from './publish.bench.ts';
import { questionsBench } from './questions.bench.ts';
import { readersBench } from './readers.bench.ts';
import { readingBench } from './reading.bench.ts';
import { requestsBench } from './requests.bench.ts';
import { saveBench } from './save.bench.ts';
import { scopesBench } from './scopes.bench.ts';
import { searchBench } from './search.bench.ts';
import { signInBench } from './sign-in.bench.ts';
import { startBench } from './start.bench.ts';
import { formatFigures } from './table.ts';
import { toolsBench } from './tools.bench.ts';

const benches: readonly Bench[] = [
  buildBench,
  publishBench,
  componentsBench,
  pagesBench,
  manualBench,
  readingBench,
  liveBench,
  requestsBench,
  startBench,
  signInBench,
  saveBench,
  searchBench,
  toolsBench,
  readersBench,
  agentsBench,
  firstHourBench,
  audiencesBench,
  hiddenBench,
  canariesBench,
  scopesBench,
  questionsBench,
];
const benchList = benches.map(({ name, about }) => `  ${name.padEnd(10)} ${about}`).join('\n');

process.exitCode = await run();

/**
 * `npm run bench -- [names…] [--json]`. Runs one benchmark after the other, so that they don't disturb each
 * other.
 */
async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !benches.some((bench) => bench.name === name));
  if (unknown.length > 0) {
    console.error(`There is no bench ${unknown.join(', ')}. There are:\n${benchList}`);
    return 1;
  }
  if (values.help) {
    console.log(`npm run bench -- [names…] [--json]\n${benchList}`);
    return 0;
  }
  const results: Record<string, Figure[]> = {};
  for (const bench of benches) {
    if (positionals.length > 0 ? !positionals.includes(bench.name) : bench.whenNamed) continue;
    const figures = await runOne(bench);
    results[bench.name] = figures;
    if (!values.json) console.log(`\n${bench.about}\n${formatFigures(figures)}`);
  }
  if (values.json) console.log(JSON.stringify(results, null, 2));
  return 0;
}

async function runOne(bench: Bench): Promise<Figure[]> {
  const folders: string[] = [];
  const createFolder = () => {
    const newFolder = mkdtempSync(path.join(tmpdir(), `bench-${bench.name}-`));
    folders.push(newFolder);
    return newFolder;
  };
  try {
    return await bench.run({ folder: createFolder, say: (line) => console.error(`${bench.name}: ${line}`) });
  } finally {
    for (const createdFolder of folders) rmSync(createdFolder, { recursive: true, force: true });
  }
}
