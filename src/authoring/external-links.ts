import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { DAY_MS } from '../shared/duration.ts';
import { inParallel } from '../shared/in-parallel.ts';
import type { Problem } from '../shared/problem.ts';
import { reasonOf } from '../shared/reason.ts';

/** A link to another site, and where it is written. */
export interface ExternalLink extends Pick<Problem, 'file' | 'line' | 'column'> {
  url: string;
}

interface CheckOptions {
  /** What is known of earlier checks. */
  cacheFile: string;
  now?: number;
  /** Between two requests to one host. */
  pauseMs?: number;
  wait?: (ms: number) => Promise<unknown>;
  /** For an answer. */
  patienceMs?: number;
  onChecked?: () => void;
}

/** Good ones are asked again after so long; those that are not, at each check: somebody is at work on them. */
const KNOWN_MS = 7 * DAY_MS;
const HOSTS_AT_ONCE = 8;
const PAUSE_MS = 250;
const PATIENCE_MS = 20_000;
const HOPS_MAX = 5;
const ASKED_AGAIN_MAX = 2;
/** Who asks for more patience is told of, and not waited for. */
const RETRY_AFTER_MAX_S = 60;
const HOSTS_NAMED = 5;

const verdictSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('good') }),
  z.object({ kind: z.literal('moved'), to: z.string() }),
]);
const cacheSchema = z.record(z.string(), z.object({ at: z.number(), verdict: verdictSchema }));

type Verdict =
  | z.infer<typeof verdictSchema>
  /** `host`: nobody told its address. */
  | { kind: 'gone'; reason: string; host?: 'unknown' }
  /** It may be there for people, or later. */
  | { kind: 'unsure'; reason: string; host?: 'unknown' };

/**
 * Asks other sites whether what links lead to is there: each address once, one after the other of each host, and no
 * more of it than its headers.
 */
export async function checkExternalLinks(
  links: readonly ExternalLink[],
  options: CheckOptions,
): Promise<Problem[]> {
  const { cacheFile, now = Date.now(), pauseMs = PAUSE_MS, onChecked } = options;
  const { wait = sleep, patienceMs = PATIENCE_MS } = options;
  const known = readCache(cacheFile, now);
  const wanted = [...new Set(links.map(({ url }) => addressOf(url)))];
  const verdicts = new Map<string, Verdict>(
    wanted.flatMap((url) => (known[url] ? [[url, known[url].verdict]] : [])),
  );
  const byHost = Map.groupBy(
    wanted.filter((url) => !verdicts.has(url)),
    (url) => new URL(url).host,
  );
  await inParallel([...byHost.values()], HOSTS_AT_ONCE, async (urls) => {
    for (const [at, url] of urls.entries()) {
      if (at > 0) await wait(pauseMs);
      verdicts.set(url, await ask(url, { wait, patienceMs }));
      onChecked?.();
    }
  });
  writeCache(cacheFile, known, verdicts, now);
  const isUnknown = (url: string) => {
    const verdict = verdicts.get(url);
    return verdict !== undefined && 'host' in verdict;
  };
  if (byHost.size > 1 && [...byHost.values()].flat().every(isUnknown)) return [noWayOut([...byHost.keys()])];
  return links.flatMap(({ url, ...at }) => problemOf(url, verdicts.get(addressOf(url)), at) ?? []);
}

/** One site that nobody knows is gone; where no other one is known either, nothing can be told. */
function noWayOut(hosts: readonly string[]): Problem {
  const named = hosts.slice(0, HOSTS_NAMED).join(', ') + (hosts.length > HOSTS_NAMED ? ' …' : '');
  return {
    code: 'external-link',
    severity: 'error',
    message: `None of the sites that were asked is known from here: ${named}. Is there a way out? Behind a proxy, set HTTPS_PROXY and NODE_USE_ENV_PROXY=1.`,
  };
}

/** Without its fragment, which no server gets. */
function addressOf(url: string): string {
  return url.replace(/#.*$/s, '');
}

async function ask(
  url: string,
  { wait, patienceMs }: Required<Pick<CheckOptions, 'wait' | 'patienceMs'>>,
): Promise<Verdict> {
  for (let again = 0; ; again += 1) {
    const answer = await follow(url, patienceMs);
    if ('verdict' in answer) return answer.verdict;
    const seconds = Number(answer.retryAfter);
    const isShort = answer.retryAfter !== '' && seconds >= 0 && seconds <= RETRY_AFTER_MAX_S;
    if (!isShort || again >= ASKED_AGAIN_MAX)
      return {
        kind: 'unsure',
        reason: `it answers with status ${answer.status}, and asks to come back later`,
      };
    await wait(seconds * 1_000);
  }
}

/** The way of a browser, and whether what is left of the first address is only its redirect. */
async function follow(
  url: string,
  patienceMs: number,
): Promise<{ verdict: Verdict } | { status: number; retryAfter: string }> {
  let [at, isPermanent] = [url, true];
  for (let hop = 0; hop <= HOPS_MAX; hop += 1) {
    let response: Response;
    try {
      response = await request(at, patienceMs);
    } catch (error) {
      return { verdict: unreachable(error) };
    }
    const { status, headers } = response;
    if (status === 429 || status === 503) return { status, retryAfter: headers.get('retry-after') ?? '' };
    const location = status >= 300 && status < 400 ? headers.get('location') : null;
    const next = location === null ? null : URL.parse(location, at);
    if (next) {
      // A temporary one says nothing about the link, and neither does what comes after it.
      isPermanent &&= status === 301 || status === 308;
      at = next.href;
      continue;
    }
    if (status < 300)
      return { verdict: at !== url && isPermanent ? { kind: 'moved', to: at } : { kind: 'good' } };
    const reason = `it answers with status ${status}`;
    return {
      verdict: status === 404 || status === 410 ? { kind: 'gone', reason } : { kind: 'unsure', reason },
    };
  }
  return { verdict: { kind: 'gone', reason: 'it redirects in a circle' } };
}

/** Some servers answer HEAD wrongly, so that what it says against an address counts only when GET says it too. */
async function request(url: string, patienceMs: number): Promise<Response> {
  const send = async (method: 'HEAD' | 'GET') => {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { 'user-agent': 'gatehouse link check', accept: 'text/html,*/*;q=0.8' },
      signal: AbortSignal.timeout(patienceMs),
    });
    // Nobody reads more than the headers.
    await response.body?.cancel();
    return response;
  };
  const head = await send('HEAD');
  return head.status >= 400 && head.status !== 429 && head.status !== 503 ? send('GET') : head;
}

function unreachable(error: unknown): Verdict {
  if (error instanceof Error && error.name === 'TimeoutError')
    return { kind: 'unsure', reason: 'nobody answers in time' };
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const reason = `it cannot be reached (${code || reasonOf(cause)})`;
  if (code === 'EAI_AGAIN') return { kind: 'unsure', reason, host: 'unknown' };
  return code === 'ENOTFOUND' ? { kind: 'gone', reason, host: 'unknown' } : { kind: 'unsure', reason };
}

function problemOf(
  url: string,
  verdict: Verdict | undefined,
  at: Omit<ExternalLink, 'url'>,
): Problem | undefined {
  const say = (severity: Problem['severity'], what: string): Problem => ({
    ...{ code: 'external-link', severity, ...at },
    message: `The link to ${url} ${what}.`,
  });
  switch (verdict?.kind) {
    case undefined:
    case 'good':
      return undefined;
    case 'moved':
      return say('warning', `leads on to ${verdict.to} for good: link to that`);
    case 'gone':
      return say('error', `leads nowhere: ${verdict.reason}`);
    case 'unsure':
      return say('warning', `could not be checked: ${verdict.reason}`);
  }
}

type Cache = z.infer<typeof cacheSchema>;

function readCache(file: string, now: number): Cache {
  try {
    const all = cacheSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    // What is from the future, a clock was wrong about.
    return Object.fromEntries(Object.entries(all).filter(([, { at }]) => at <= now && now - at < KNOWN_MS));
  } catch {
    return {};
  }
}

function writeCache(file: string, known: Cache, verdicts: ReadonlyMap<string, Verdict>, now: number): void {
  const fresh = [...verdicts].flatMap(([url, verdict]): [string, Cache[string]][] =>
    known[url] === undefined && (verdict.kind === 'good' || verdict.kind === 'moved')
      ? [[url, { at: now, verdict }]]
      : [],
  );
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ ...known, ...Object.fromEntries(fresh) }));
}
