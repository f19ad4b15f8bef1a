import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Server, ServerResponse } from 'node:http';
import path from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import { DEV_CHANGES_URL, DEV_PAGE_URL } from '../model/urls.ts';
import { errorAnswer, sendError } from '../server/http/errors.ts';
import { decodeUrl } from '../shared/decode.ts';
import { formatMessage, formatPlace, type Problem } from '../shared/problem.ts';
import type { DevPage, DevProblem } from '../ui/dev/dev-page.ts';
import { fillEditorUrl } from './editor-url.ts';
import type { LazyReleases } from './lazy-release.ts';

/** Well below the time after which the server ends an idle connection. */
const HEARTBEAT_MS = 30_000;
/** A page finds the preview again this long after it was restarted. */
const RECONNECT_MS = 300;

const noPage = errorAnswer(404, 'not-found', 'There is no such page.');

interface EditorLinks {
  /** Template of URLs that open a file in the writer's editor. Undefined: no such links. */
  editorUrl: string | undefined;
  /** Folder in which relative paths of problems begin. */
  workDir: string;
}

/** Routes for the preview's script, behind the gate: `/_dev/page?path=…` and `/_dev/changes`. */
export function createDevRoutes(releases: LazyReleases, links: EditorLinks) {
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
      const answer: DevPage = {
        shell,
        page: page.data,
        problems: page.problems.map((problem) => describeProblem(problem, links)),
      };
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

function describeProblem(problem: Problem, { editorUrl, workDir }: EditorLinks): DevProblem {
  const file = problem.file === undefined ? undefined : path.resolve(workDir, problem.file);
  const place = formatPlace(problem);
  return {
    ...(place && { place }),
    ...(editorUrl !== undefined &&
      file !== undefined &&
      existsSync(file) && { editorUrl: fillEditorUrl(editorUrl, file, problem.line) }),
    text: formatMessage(problem),
  };
}
