import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { FastifyPluginAsync } from 'fastify';
import { DEV_CHANGES_URL, DEV_PAGE_URL } from '../model/urls.ts';
import { errorAnswer, sendError } from '../server/http/errors.ts';
import { decodeUrl } from '../shared/decode.ts';
import { formatProblem } from '../shared/problem.ts';
import type { DevPage } from '../ui/dev/dev-page.ts';
import type { LazyReleases } from './lazy-release.ts';

/** Well within the time after which the server ends a connection on which nothing moves. */
const HEARTBEAT_MS = 30_000;
/** A page finds the preview again this long after it was restarted. */
const RECONNECT_MS = 300;

const noPage = errorAnswer(404, 'not-found', 'There is no such page.');

/** What the preview's script asks for, behind the gate: `/_dev/page?path=…` and `/_dev/changes`. */
export function createDevRoutes(releases: LazyReleases) {
  const listeners = new Set<ServerResponse>();
  const tell = (text: string) => {
    for (const listener of listeners) listener.write(text);
  };
  let server: Server | undefined;
  // A page that meets another one after a reconnection knows that the preview was restarted, and loads itself again.
  const startId = randomUUID();
  const plugin: FastifyPluginAsync = async (app) => {
    server = app.server;
    const heart = setInterval(() => tell(':\n\n'), HEARTBEAT_MS).unref();
    app.addHook('preClose', async () => {
      clearInterval(heart);
      for (const listener of listeners) listener.end();
    });
    app.get<{ Querystring: { path?: unknown } }>(DEV_PAGE_URL, async ({ query }, reply) => {
      const made = await releases.page(decodeUrl(String(query.path ?? '/')));
      if (!made) return sendError(reply, noPage);
      const { shell, page } = made;
      const answer: DevPage = { shell, page: page.data, problems: page.problems.map(formatProblem) };
      return answer;
    });
    app.get(DEV_CHANGES_URL, async (request, reply) => {
      reply.hijack();
      const { raw } = reply;
      // What every answer carries: the gate gave it to the reply.
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) raw.setHeader(name, value);
      raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      raw.write(`retry: ${RECONNECT_MS}\ndata: ${startId}\n\n`);
      listeners.add(raw);
      request.raw.on('close', () => listeners.delete(raw));
    });
  };
  return {
    plugin,
    /** Tells every open page that something changed. */
    announce: () => tell('data: changed\n\n'),
    /** Once the plugin has been registered. */
    server: () => server,
  };
}
