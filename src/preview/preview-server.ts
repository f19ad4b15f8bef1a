import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import { listedTitles } from '../build/page-data/routes.ts';
import { wholeSidebar } from '../build/page-data/sidebar-nodes.ts';
import { contentType } from '../build/publish/content-types.ts';
import { redirectsOf } from '../build/redirects.ts';
import { routesOf } from '../content/routes.ts';
import {
  ARTICLE_STYLES_URL,
  NOT_FOUND_PATH,
  SEARCH_PATH,
  sidebarFileUrl,
  TITLES_URL,
} from '../model/urls.ts';
import { canonicalCandidates } from '../server/gate/canonical.ts';
import { isLoopback } from '../shared/loopback.ts';
import { formatProblem } from '../shared/problem.ts';
import type { PreviewGate } from './preview-gate.ts';
import type { PreviewPages } from './preview-pages.ts';
import type { PreviewSearch } from './preview-search.ts';
import type { PreviewSite } from './preview-site.ts';
import { previewText } from './preview-texts.ts';
import type { WholeSite } from './whole-site.ts';

export interface PreviewParts {
  preview: PreviewSite;
  pages: PreviewPages;
  whole: WholeSite;
  search: PreviewSearch;
  gate?: PreviewGate;
}

export interface PreviewServer {
  server: Server;
  /** Tells every open page that something changed. */
  announce(): void;
}

/**
 * Answers with what the docs folder says at this moment. Without a gate only this machine is answered, by a
 * name that no page of another site can make point here.
 */
export function createPreviewServer({ preview, pages, whole, search, gate }: PreviewParts): PreviewServer {
  const listeners = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (!response.headersSent) send(response, 500, 'text/plain; charset=utf-8', message);
      else response.end();
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (gate) {
      if (!(await gate.admits(request, response))) return;
    } else if (!isLoopback(request.headers.host ?? '')) {
      return send(response, 403, 'text/plain', 'The preview answers to localhost only.');
    }
    const url = new URL(request.url ?? '/', 'http://preview');
    const route = decode(url.pathname);
    if (route === undefined) return send(response, 400, 'text/plain', 'The address cannot be decoded.');
    if (route === '/_dev/changes') return listen(request, response);
    if (route === '/_dev/page') return sendDevPage(url.searchParams.get('path') ?? '/', response);
    if (route === '/auth/session')
      return sendJson(response, { state: 'signed-in', user: { name: 'Preview', email: '', role: 'reader' } });
    if (route.startsWith(search.prefix)) return search.answer(request, response);
    const file = fileAt(route);
    if (file !== undefined) return send(response, 200, contentType(file).type, readFileSync(file));
    if (route === ARTICLE_STYLES_URL) return send(response, 200, 'text/css; charset=utf-8', pages.styles);
    if (route === TITLES_URL && preview.ready)
      return sendJson(response, listedTitles(preview.ready.sources.site));
    const sidebars = preview.ready?.sources.site.sidebars ?? {};
    const sidebar = Object.keys(sidebars).find((name) => sidebarFileUrl(name) === route);
    if (sidebar !== undefined) return sendJson(response, wholeSidebar(sidebars[sidebar] ?? []));
    const text = await previewText(route, { preview, pages, whole });
    if (text !== undefined) return send(response, 200, contentType(route).type, text);
    return sendPage(route, url.search, response);
  }

  async function sendPage(route: string, query: string, response: ServerResponse): Promise<void> {
    const { ready } = preview;
    const context = pages.context();
    if (!ready || !context) return send(response, 503, 'text/plain; charset=utf-8', describeProblems());
    const { site } = ready.sources;
    const routes = routesOf(site);
    const known = new Set(routes);
    const target =
      redirectsOf(site, routes).find(({ from }) => from === route)?.to ??
      (known.has(route) ? undefined : canonicalCandidates(route).find((candidate) => known.has(candidate)));
    if (target !== undefined) {
      response.writeHead(302, { location: encodeURI(target) + query }).end();
      return;
    }
    const page = (await pages.page(route)) ?? (await pages.page(NOT_FOUND_PATH));
    if (!page) return send(response, 404, 'text/plain', 'There is no such page.');
    const rendered = ready.ui.renderer.renderPage(page.data, context);
    const html = route === SEARCH_PATH ? await search.results(rendered, query) : rendered;
    send(response, known.has(route) ? 200 : 404, 'text/html; charset=utf-8', html);
  }

  async function sendDevPage(route: string, response: ServerResponse): Promise<void> {
    const shell = pages.context()?.shell;
    const page = await pages.page(decode(route) ?? route);
    if (!page || shell === undefined) return send(response, 404, 'text/plain', 'There is no such page.');
    sendJson(response, { shell, page: page.data, problems: page.problems });
  }

  function listen(request: IncomingMessage, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write('data: hello\n\n');
    listeners.add(response);
    request.on('close', () => listeners.delete(response));
  }

  function fileAt(route: string): string | undefined {
    const asset = pages.assetFile(route) ?? preview.staticFile(route);
    if (asset !== undefined) return asset;
    const ui = preview.ready?.ui;
    const name = /^\/_assets\/([\w.-]+)$/.exec(route)?.[1];
    if (!ui || name === undefined || name.startsWith('.')) return undefined;
    const shared = ui.bundle.files.find((file) => file.url === route)?.file;
    return shared ?? ui.dev.files.find((file) => path.basename(file) === name);
  }

  function describeProblems(): string {
    return preview.problems.map(formatProblem).join('\n');
  }

  return {
    server,
    announce: () => {
      for (const listener of listeners) listener.write('data: changed\n\n');
    },
  };
}

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}

function sendJson(response: ServerResponse, value: unknown): void {
  send(response, 200, 'application/json; charset=utf-8', JSON.stringify(value));
}

function decode(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}
