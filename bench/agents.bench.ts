import path from 'node:path';
import { newPersonalToken } from '../src/accounts/personal-tokens/token-text.ts';
import { hashToken, newToken } from '../src/accounts/sessions/tokens.ts';
import { createAgentStore } from '../src/features/agents/agent-store.ts';
import { startSite } from '../testing/running-site.ts';
import { accountNamed, createSession } from '../testing/store-fixtures.ts';
import { openSqliteStore } from '../testing/stores.ts';
import { askFor, type Read, startAsking, startReading } from '../tests/load/support/readers.ts';
import { type Bench, type Figure, quantile } from './bench.ts';
import { buildOwnSite } from './support/own-site.ts';

/** For a quick check: `BENCH_AGENTS=50 BENCH_AGENTS_SECONDS=5`. */
const COUNT = Number(process.env.BENCH_AGENTS ?? 1_000);
const SECONDS = Number(process.env.BENCH_AGENTS_SECONDS ?? 60);
/** A reader reads a page for a while. An assistant works on what it got. */
const READER_THINKS_MS = 5_000;
const AGENT_THINKS_MS = 10_000;

const page = '/docs/LuranaBPA/Developer%20Info/AdditionalResources/BackgroundJobs';
const calls = [
  { name: 'search', arguments: { query: 'hide a row of a form' } },
  { name: 'read_page', arguments: { address: page } },
  { name: 'search', arguments: { query: 'start a case over REST' } },
  { name: 'list_pages', arguments: {} },
];

/** Whether readers wait for agents. */
export const agentsBench: Bench = {
  name: 'agents',
  about: `${COUNT} agents asking /mcp beside ${COUNT} readers, in one process`,
  whenNamed: true,
  async run({ folder, say }) {
    const [dist, data] = [path.join(folder(), 'dist'), folder()];
    say('building');
    await buildOwnSite(dist);
    const site = await startSite({ DIST_DIR: dist, DATA_DIR: data, LOG_LEVEL: 'error' }, 'serve');
    try {
      const { cookies, tokens } = await letIn(path.join(data, 'accounts.db'));
      const read = async (seconds: number) => {
        const reading = startReading({
          origin: site.origin,
          path: page,
          contains: '</html>',
          cookies,
          thinkMs: READER_THINKS_MS,
        });
        await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
        return reading.stop();
      };
      // The first search opens the index, and the first read of a page loads it from the disk.
      await read(Math.min(SECONDS, 10));
      say(`readers alone, for ${SECONDS} s`);
      const alone = await read(SECONDS);
      say(`agents beside them, for ${SECONDS} s`);
      const runningAgents = startAsking(tokens, AGENT_THINKS_MS, (agent, token, turn) =>
        askFor(agent, `${site.origin}/mcp`, createCall(token, turn), '"result"'),
      );
      const beside = await read(SECONDS);
      const requestTimes = await runningAgents.stop();
      const failedReads = [...beside, ...requestTimes].filter(({ fault }) => fault !== undefined);
      if (failedReads[0]) say(`${failedReads.length} failed, the first by: ${failedReads[0].fault}`);
      return [
        {
          what: 'reads beside agents',
          value: good(beside).length / SECONDS,
          unit: '/s',
          control: good(alone).length / SECONDS,
        },
        { what: 'read, median', value: quantileMs(beside, 0.5), unit: 'ms', control: quantileMs(alone, 0.5) },
        { what: 'read, p99', value: quantileMs(beside, 0.99), unit: 'ms', control: quantileMs(alone, 0.99) },
        { what: 'calls of agents', value: good(requestTimes).length / SECONDS, unit: '/s' },
        { what: 'call, median', value: quantileMs(requestTimes, 0.5), unit: 'ms' },
        { what: 'call, p99', value: quantileMs(requestTimes, 0.99), unit: 'ms' },
        none('readers without an answer', starved(beside)),
        none('agents without an answer', starved(requestTimes)),
        none('refused, or failed', failedReads.length),
      ];
    } finally {
      await site.stop();
    }
  },
};

/** Creates readers with sessions, and others who have allowed an agent. */
async function letIn(file: string): Promise<{ cookies: string[]; tokens: string[] }> {
  const store = openSqliteStore(file);
  const now = Date.now();
  const cookies: string[] = [];
  const tokens: string[] = [];
  for (let number = 0; number < COUNT; number++) {
    const account = accountNamed(`reader${number}`, { createdAt: now });
    await store.addAccount(account);
    const cookie = newToken();
    await store.addSession(createSession(account, hashToken(cookie), now));
    cookies.push(`sid=${cookie}`);
    const grant = { tokenHash: `grant${number}`, accountId: account.id, name: 'Agent', client: 'agent' };
    await store.addToken({ ...grant, createdAt: now, expiresAt: now + 3_600_000, lastUsedAt: null }, 20);
    const token = newPersonalToken();
    const grantRecord = { kind: 'AccessToken', tokenHash: grant.tokenHash, payload: '{}' };
    await createAgentStore(store.database).putAgentRecord({
      id: hashToken(token),
      ...grantRecord,
      expiresAt: now + 3_600_000,
    });
    tokens.push(token);
  }
  await store.close();
  return { cookies, tokens };
}

function createCall(token: string, turn: number) {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const params = calls[turn % calls.length];
  return {
    method: 'POST',
    headers,
    body: JSON.stringify({ jsonrpc: '2.0', id: turn, method: 'tools/call', params }),
  };
}

const good = (reads: readonly Read[]) => reads.filter(({ fault }) => fault === undefined);
const quantileMs = (reads: readonly Read[], q: number) =>
  quantile(
    good(reads).map(({ startedAt, endedAt }) => endedAt - startedAt),
    q,
  );
/** Counts the callers without an answer. */
const starved = (reads: readonly Read[]) =>
  new Set(reads.map(({ who }) => who)).size - new Set(good(reads).map(({ who }) => who)).size;

function none(what: string, value: number): Figure {
  return { what, value, unit: '', budget: { limit: 0, kind: 'below' } };
}
