import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const projectDir = path.resolve(import.meta.dirname, '../..');

export interface MeasuredRun {
  /** Time from the start of the process to its end. */
  seconds: number;
  /** Peak of resident memory in all threads. On Linux, it includes child processes. */
  peakMB: number;
  output: string;
}

/** Runs a script in a separate process, which leaves its peak memory in `peakFile`. */
export async function measureRun(
  script: string,
  args: readonly string[],
  peakFile: string,
  environment: Record<string, string> = {},
): Promise<MeasuredRun> {
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    ['--import', path.join(import.meta.dirname, 'report-peak.ts'), path.join(projectDir, script), ...args],
    {
      cwd: projectDir,
      env: { ...cleanEnvironment(), ...environment, BENCH_PEAK_FILE: peakFile },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let sampledMB = 0;
  const sampling = setInterval(() => {
    sampledMB = Math.max(sampledMB, readResidentMB(child.pid));
  }, SAMPLE_MS);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  const seconds = (performance.now() - startedAt) / 1000;
  clearInterval(sampling);
  if (code !== 0) throw new Error(`${script} ended with ${code}:\n${output}`);
  return { seconds, peakMB: Math.max(sampledMB, Number(readFileSync(peakFile, 'utf8'))), output };
}

const SAMPLE_MS = 50;
const PAGE_KB = 4;

/**
 * Returns the sum over a process and all its children. 0 if there is none, or if the system doesn't report
 * it.
 */
function readResidentMB(pid: number | undefined): number {
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    const children = readdirSync(`/proc/${pid}/task`).flatMap(
      (thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').match(/\d+/g) ?? [],
    );
    return children.reduce(
      (sum, child) => sum + readResidentMB(Number(child)),
      (Number(pages) * PAGE_KB) / 1024,
    );
  } catch {
    return 0;
  }
}

/** Variables of the shell must not influence a measurement. */
export function cleanEnvironment(): Record<string, string | undefined> {
  return { PATH: process.env.PATH, HOME: process.env.HOME, CI: 'true' };
}
