import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { skipBodies } from './skip-bodies.ts';

/** The result of one run, as the load generator counted it. */
export interface LoadResult {
  answers: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

interface LoadOptions {
  url: string;
  connections: number;
  seconds: number;
  headers: Readonly<Record<string, string>>;
}

/**
 * The program that sends the requests. `wrk` needs a fraction of what a server spends on a request. `autocannon` is written in
 * JavaScript and needs as much as the server, so that with it differences between servers look smaller than they are.
 */
export const loadGenerator =
  spawnSync('wrk', ['-v']).error === undefined
    ? { name: 'wrk', run: runWrk }
    : { name: 'autocannon, which is slow enough to level differences: install wrk', run: runAutocannon };

const execute = promisify(execFile);

async function runWrk({ url, connections, seconds, headers }: LoadOptions): Promise<LoadResult> {
  const headerArguments = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const counts = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '--latency'];
  const { stdout } = await execute('wrk', [...counts, ...headerArguments, url]);
  return parseWrkReport(stdout);
}

/** Throws if an answer wasn't 2xx or 3xx, or a connection failed, because the figures would be wrong. */
function parseWrkReport(report: string): LoadResult {
  const refusals = /Non-2xx or 3xx responses: \d+|Socket errors: .*/.exec(report)?.[0];
  if (refusals !== undefined) throw new Error(`wrk reports ${refusals}.`);
  return {
    answers: Number(readField(report, /(\d+) requests in/)),
    perSecond: Number(readField(report, /Requests\/sec: +([\d.]+)/)),
    p50Ms: parseMilliseconds(readField(report, /50% +([\d.]+\w+)/)),
    p99Ms: parseMilliseconds(readField(report, /99% +([\d.]+\w+)/)),
  };
}

function readField(report: string, pattern: RegExp): string {
  const value = pattern.exec(report)?.[1];
  if (value === undefined) throw new Error(`The report of wrk has no ${pattern.source}:\n${report}`);
  return value;
}

/** Parses `950us`, `1.27ms` or `1.02s`. */
function parseMilliseconds(time: string): number {
  const amount = Number.parseFloat(time);
  if (time.endsWith('us')) return amount / 1_000;
  return time.endsWith('ms') ? amount : amount * 1_000;
}

async function runAutocannon({ url, connections, seconds, headers }: LoadOptions): Promise<LoadResult> {
  const options = { url, connections, duration: seconds, headers: { ...headers }, setupClient: skipBodies };
  const result = await autocannon(options);
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url} was answered with ${result.non2xx} refusals and ${result.errors} errors.`);
  return {
    answers: result.requests.total,
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  };
}
