import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { FastifyPluginAsync } from 'fastify';
import { DEV_CHANGES_URL, DEV_PAGE_URL } from '../model/urls.ts';
import { errorAnswer, sendError } from '../server/http/errors.ts';
import { decodeUrl } from '../shared/decode.ts';
import { formatProblem } from '../shared/problem.ts';
import type { DevPage } from '../ui/dev/dev-page.ts';
import type { LazyReleases } from './lazy-release.ts';

/** Well below the time after which the server ends an idle connection. */
const HEARTBEAT_MS = 30_000;
/** A page finds the preview again this long after it was restarted. */
const RECONNECT_MS = 300;

const noPage = errorAnswer(404, 'not-found', 'There is no such page.');

/** Routes for the preview's script, behind the gate: `/_dev/page?path=…` and `/_dev/changes`. */
export function createDevRoutes(releases: LazyReleases) {
  const listeners = new Set<ServerResponse>();
  const tell = (text: string) => {
    for (const listener of listeners) listener.write(text);
  };
  let server: Server | undefined;
  // A page that meets another one after a reconnection knows that the preview was restarted, and loads itself again.
  const startId = randomUUID();
  const registerDevRoutes: FastifyPluginAsync = async (app) => {
    server = app.server;
    const heart = setInterval(() => tell(':\n\n'), HEARTBEAT_MS).unref();
    app.addHook('preClose', async () => {
      clearInterval(heart);
      for (const listener of listeners) listener.end();
    });
    app.get<{ Querystring: { path?: unknown } }>(DEV_PAGE_URL, async ({ query }, reply) => {
      const lazyPage = await releases.renderPage(decodeUrl(String(query.path ?? '/')));
      if (!lazyPage) return sendError(reply, noPage);
      const { shell, page } = lazyPage;
      const answer: DevPage = { shell, page: page.data, problems: page.problems.map(formatProblem) };
      return answer;
    });
    app.get(DEV_CHANGES_URL, async (_request, reply) => {
      reply.hijack();
      const { raw } = reply;
      // The gate has set the security headers on the reply. A raw response needs a copy of them.
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) raw.setHeader(name, value);
      raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      raw.write(`retry: ${RECONNECT_MS}\ndata: ${startId}\n\n`);
      listeners.add(raw);
      raw.on('close', () => listeners.delete(raw));
    });
  };
  return {
    plugin: registerDevRoutes,
    /** Tells every open page that something changed. */
    announce: () => tell('data: changed\n\n'),
    /** The HTTP server. Undefined before the plugin is registered. */
    server: () => server,
  };
}
