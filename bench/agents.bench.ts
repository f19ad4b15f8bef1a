import path from 'node:path';
import { createPersonalTokenText } from '../src/accounts/personal-tokens/token-text.ts';
import { createToken, hashToken } from '../src/accounts/sessions/tokens.ts';
import { createAgentStore } from '../src/features/agents/agent-store.ts';
import { startSite } from '../testing/running-site.ts';
import { createAccountNamed, createSession } from '../testing/store-fixtures.ts';
import { openSqliteStore } from '../testing/stores.ts';
import { askFor, type Read, startAsking, startReading } from '../tests/load/support/readers.ts';
import { type Bench, computeQuantile, type Figure } from './bench.ts';
import { buildOwnSite } from './support/own-site.ts';

/** Number of agents. `BENCH_AGENTS=50 BENCH_AGENTS_SECONDS=5` makes a quick check. */
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

/** Measures whether readers have to wait for agents. */
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
          value: filterGoodReads(beside).length / SECONDS,
          unit: '/s',
          control: filterGoodReads(alone).length / SECONDS,
        },
        {
          what: 'read, median',
          value: computeQuantileMs(beside, 0.5),
          unit: 'ms',
          control: computeQuantileMs(alone, 0.5),
        },
        {
          what: 'read, p99',
          value: computeQuantileMs(beside, 0.99),
          unit: 'ms',
          control: computeQuantileMs(alone, 0.99),
        },
        { what: 'calls of agents', value: filterGoodReads(requestTimes).length / SECONDS, unit: '/s' },
        { what: 'call, median', value: computeQuantileMs(requestTimes, 0.5), unit: 'ms' },
        { what: 'call, p99', value: computeQuantileMs(requestTimes, 0.99), unit: 'ms' },
        limitToNone('readers without an answer', countStarved(beside)),
        limitToNone('agents without an answer', countStarved(requestTimes)),
        limitToNone('refused, or failed', failedReads.length),
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
    const account = createAccountNamed(`reader${number}`, { createdAt: now });
    await store.addAccount(account);
    const cookie = createToken();
    await store.addSession(createSession(account, hashToken(cookie), now));
    cookies.push(`sid=${cookie}`);
    const grant = { tokenHash: `grant${number}`, accountId: account.id, name: 'Agent', client: 'agent' };
    await store.addToken({ ...grant, createdAt: now, expiresAt: now + 3_600_000, lastUsedAt: null }, 20);
    const token = createPersonalTokenText();
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

const filterGoodReads = (reads: readonly Read[]) => reads.filter(({ fault }) => fault === undefined);
const computeQuantileMs = (reads: readonly Read[], q: number) =>
  computeQuantile(
    filterGoodReads(reads).map(({ startedAt, endedAt }) => endedAt - startedAt),
    q,
  );
/** Counts the callers without an answer. */
const countStarved = (reads: readonly Read[]) =>
  new Set(reads.map(({ who }) => who)).size - new Set(filterGoodReads(reads).map(({ who }) => who)).size;

function limitToNone(what: string, value: number): Figure {
  return { what, value, unit: '', budget: { limit: 0, kind: 'below' } };
}
