import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { DAY_MS } from '../../shared/duration.ts';
import { runInParallel } from '../../shared/in-parallel.ts';
import type { Problem } from '../../shared/problem.ts';
import { describeReason } from '../../shared/reason.ts';

/** A link to another site, and the place in the document where it's written. */
export interface ExternalLink extends Pick<Problem, 'file' | 'line' | 'column'> {
  url: string;
}

interface CheckOptions {
  /** JSON file with the results of earlier checks. */
  cacheFile: string;
  /** Current time in milliseconds since 1970. */
  now?: number;
  /** Pause between two requests to the same host. */
  pauseMs?: number;
  /** Replaces the timer in tests. */
  wait?: (ms: number) => Promise<unknown>;
  /** How long to wait for an answer. */
  timeoutMs?: number;
  /** Called after each address, to show progress. */
  onChecked?: () => void;
}

/**
 * Working links are checked again after this time. Broken ones are checked every time, because someone is fixing them.
 */
const FRESH_MS = 7 * DAY_MS;
const HOSTS_AT_ONCE = 8;
const PAUSE_MS = 250;
const TIMEOUT_MS = 20_000;
const REDIRECTS_MAX = 5;
const RETRIES_MAX = 2;
/** If a server asks for a longer pause with `Retry-After`, the link is reported instead of waited for. */
const RETRY_AFTER_MAX_S = 60;
const HOSTS_LISTED = 5;

const verdictSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('good') }),
  z.object({ kind: z.literal('moved'), to: z.string() }),
]);
const cacheSchema = z.record(z.string(), z.object({ at: z.number(), verdict: verdictSchema }));

type Verdict =
  | z.infer<typeof verdictSchema>
  /** `host` is set when the name of the host can't be resolved. */
  | { kind: 'gone'; reason: string; host?: 'unknown' }
  /** The page may exist for people who are signed in, or at another time. */
  | { kind: 'unsure'; reason: string; host?: 'unknown' };

/**
 * Checks whether the targets of external links exist. Each address is requested once, for its headers only. A host gets
 * one request at a time.
 */
export async function checkExternalLinks(
  links: readonly ExternalLink[],
  options: CheckOptions,
): Promise<Problem[]> {
  const { cacheFile, now = Date.now(), pauseMs = PAUSE_MS, onChecked } = options;
  const { wait = sleep, timeoutMs = TIMEOUT_MS } = options;
  const cachedEntries = readCache(cacheFile, now);
  const addresses = [...new Set(links.map(({ url }) => removeFragment(url)))];
  const verdicts = new Map<string, Verdict>(
    addresses.flatMap((url) => (cachedEntries[url] ? [[url, cachedEntries[url].verdict]] : [])),
  );
  const addressesByHost = Map.groupBy(
    addresses.filter((url) => !verdicts.has(url)),
    (url) => new URL(url).host,
  );
  await runInParallel([...addressesByHost.values()], HOSTS_AT_ONCE, async (urls) => {
    for (const [index, url] of urls.entries()) {
      if (index > 0) await wait(pauseMs);
      verdicts.set(url, await checkAddress(url, { wait, timeoutMs }));
      onChecked?.();
    }
  });
  writeCache(cacheFile, cachedEntries, verdicts, now);
  const hasUnknownHost = (url: string) => {
    const verdict = verdicts.get(url);
    return verdict !== undefined && 'host' in verdict;
  };
  if (addressesByHost.size > 1 && [...addressesByHost.values()].flat().every(hasUnknownHost))
    return [createOfflineProblem([...addressesByHost.keys()])];
  return links.flatMap(({ url, ...at }) => findProblemFor(url, verdicts.get(removeFragment(url)), at) ?? []);
}

/** If several hosts were asked and none can be resolved, the network is at fault and not the links. */
function createOfflineProblem(hosts: readonly string[]): Problem {
  const hostList = hosts.slice(0, HOSTS_LISTED).join(', ') + (hosts.length > HOSTS_LISTED ? ' …' : '');
  return {
    code: 'external-link',
    severity: 'error',
    message: `No site could be found: ${hostList}. Check the network connection. Behind a proxy, set HTTPS_PROXY and NODE_USE_ENV_PROXY=1.`,
  };
}

/** Servers never see the fragment. */
function removeFragment(url: string): string {
  return url.replace(/#.*$/s, '');
}

async function checkAddress(
  url: string,
  { wait, timeoutMs }: Required<Pick<CheckOptions, 'wait' | 'timeoutMs'>>,
): Promise<Verdict> {
  for (let retries = 0; ; retries += 1) {
    const answer = await followRedirects(url, timeoutMs);
    if ('verdict' in answer) return answer.verdict;
    const seconds = Number(answer.retryAfter);
    const isShortWait = answer.retryAfter !== '' && seconds >= 0 && seconds <= RETRY_AFTER_MAX_S;
    if (!isShortWait || retries >= RETRIES_MAX)
      return {
        kind: 'unsure',
        reason: `the server answers with status ${answer.status} and asks to try again later`,
      };
    await wait(seconds * 1_000);
  }
}

/** Follows redirects as a browser does. Reports `moved` only if every redirect was permanent. */
async function followRedirects(
  url: string,
  timeoutMs: number,
): Promise<{ verdict: Verdict } | { status: number; retryAfter: string }> {
  let [current, isPermanent] = [url, true];
  for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
    let response: Response;
    try {
      response = await sendRequest(current, timeoutMs);
    } catch (error) {
      return { verdict: judgeFailure(error) };
    }
    const { status, headers } = response;
    if (status === 429 || status === 503) return { status, retryAfter: headers.get('retry-after') ?? '' };
    const location = status >= 300 && status < 400 ? headers.get('location') : null;
    const next = location === null ? null : URL.parse(location, current);
    if (next) {
      // After a temporary redirect the link may stay as it is, whatever comes next.
      isPermanent &&= status === 301 || status === 308;
      current = next.href;
      continue;
    }
    if (status < 300)
      return { verdict: current !== url && isPermanent ? { kind: 'moved', to: current } : { kind: 'good' } };
    const reason = `the server answers with status ${status}`;
    return {
      verdict: status === 404 || status === 410 ? { kind: 'gone', reason } : { kind: 'unsure', reason },
    };
  }
  return { verdict: { kind: 'gone', reason: 'it redirects too many times' } };
}

/** Sends HEAD first. Some servers answer HEAD wrongly, so an error counts only if GET confirms it. */
async function sendRequest(url: string, timeoutMs: number): Promise<Response> {
  const send = async (method: 'HEAD' | 'GET') => {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { 'user-agent': 'gatehouse link check', accept: 'text/html,*/*;q=0.8' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    // Only the headers matter.
    await response.body?.cancel();
    return response;
  };
  const head = await send('HEAD');
  return head.status >= 400 && head.status !== 429 && head.status !== 503 ? send('GET') : head;
}

function judgeFailure(error: unknown): Verdict {
  if (error instanceof Error && error.name === 'TimeoutError')
    return { kind: 'unsure', reason: "the server doesn't answer in time" };
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const reason = `the server can't be reached (${code || describeReason(cause)})`;
  if (code === 'EAI_AGAIN') return { kind: 'unsure', reason, host: 'unknown' };
  return code === 'ENOTFOUND' ? { kind: 'gone', reason, host: 'unknown' } : { kind: 'unsure', reason };
}

function findProblemFor(
  url: string,
  verdict: Verdict | undefined,
  place: Omit<ExternalLink, 'url'>,
): Problem | undefined {
  const createProblem = (severity: Problem['severity'], what: string): Problem => ({
    ...{ code: 'external-link', severity, ...place },
    message: `The link to ${url} ${what}.`,
  });
  switch (verdict?.kind) {
    case undefined:
    case 'good':
      return undefined;
    case 'moved':
      return createProblem('warning', `redirects permanently to ${verdict.to}: link to the new address`);
    case 'gone':
      return createProblem('error', `is broken: ${verdict.reason}`);
    case 'unsure':
      return createProblem('warning', `can't be checked: ${verdict.reason}`);
  }
}

type Cache = z.infer<typeof cacheSchema>;

function readCache(file: string, now: number): Cache {
  try {
    const entries = cacheSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    // A time in the future comes from a wrong clock.
    return Object.fromEntries(
      Object.entries(entries).filter(([, { at }]) => at <= now && now - at < FRESH_MS),
    );
  } catch {
    return {};
  }
}

function writeCache(
  file: string,
  cachedEntries: Cache,
  verdicts: ReadonlyMap<string, Verdict>,
  now: number,
): void {
  const newEntries = [...verdicts].flatMap(([url, verdict]): [string, Cache[string]][] =>
    cachedEntries[url] === undefined && (verdict.kind === 'good' || verdict.kind === 'moved')
      ? [[url, { at: now, verdict }]]
      : [],
  );
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ ...cachedEntries, ...Object.fromEntries(newEntries) }));
}
