import { once } from 'node:events';
import type { Server } from 'node:http';
import path from 'node:path';
import { buildSite } from '../build/build.ts';
import { type Folders, resolveFolders } from '../build/folders.ts';
import { silentProgress } from '../build/progress.ts';
import type { Environment } from '../config/environment.ts';
import { serve } from '../server/serve.ts';
import { isLoopback } from '../shared/loopback.ts';
import type { Problem } from '../shared/problem.ts';
import { createPreviewGate, type PreviewGate } from './preview-gate.ts';
import { PreviewPages } from './preview-pages.ts';
import { createPreviewSearch } from './preview-search.ts';
import { createPreviewServer } from './preview-server.ts';
import { PreviewSite } from './preview-site.ts';
import { watchFiles } from './watch-files.ts';
import { createWholeSite } from './whole-site.ts';

export interface PreviewOptions {
  environment: Environment;
  workDir: string;
  host: string;
  /** 0: any that is free. */
  port: number;
  /** Only who signs in sees the preview; always so where other machines can reach it. */
  gate: boolean;
  /** Told after each change, with what is wrong besides the articles. */
  onChange?(files: readonly string[], problems: readonly Problem[]): void;
}

export type Preview =
  | { ok: true; origin: string; problems: readonly Problem[]; close(): Promise<void> }
  | { ok: false; problems: readonly Problem[] };

/** The writing preview: pages are made when they are asked for, and change in the browser when a file is saved. */
export async function startPreview(options: PreviewOptions): Promise<Preview> {
  const { environment, workDir, host } = options;
  const gated = options.gate || !isLoopback(host);
  const opened = gated ? await openGate(options) : undefined;
  if (opened && 'problems' in opened) return { ok: false, problems: opened.problems };

  const folders = resolveFolders(environment, workDir);
  const site = new PreviewSite(folders, environment);
  await site.open();
  const whole = createWholeSite(site);
  const { server, announce } = createPreviewServer({
    preview: site,
    pages: new PreviewPages(site),
    whole,
    search: await createPreviewSearch(whole.engine),
    ...(opened && { gate: opened.gate }),
  });
  // One after the other: a second save waits until the first one has been taken in.
  let busy = Promise.resolve();
  const watched = [...new Set([folders.docsDir, folders.pagesDir, ...folders.staticDirs])];
  const watch = watchFiles(watched, steeringFiles(folders), (files) => {
    busy = busy.then(async () => {
      const failure = await site.update(files).then(() => [], asProblem);
      whole.changed();
      announce();
      options.onChange?.(files, [...site.problems, ...failure]);
    });
  });
  const close = async () => {
    watch.close();
    await busy;
    server.close();
    server.closeAllConnections();
    await whole.close();
    await opened?.stop();
  };
  const listening = await listen(server, host, options.port);
  if ('problem' in listening) {
    await close();
    return { ok: false, problems: [listening.problem] };
  }
  return { ok: true, origin: listening.origin, problems: site.problems, close };
}

/** The real server, on this machine only, with the site as it was last published for its sign-in page. */
async function openGate({
  environment,
  workDir,
}: PreviewOptions): Promise<{ gate: PreviewGate; stop(): Promise<void> } | { problems: readonly Problem[] }> {
  const built = await buildSite({ environment, workDir, progress: silentProgress });
  const { server, problems } = await serve({
    environment: { ...environment, HOST: '127.0.0.1', PORT: 0 },
    dist: path.resolve(workDir, environment.DIST_DIR),
  });
  if (!server) return { problems: [...built.problems, ...problems] };
  return { gate: createPreviewGate(server.origin), stop: server.stop };
}

async function listen(
  server: Server,
  host: string,
  port: number,
): Promise<{ origin: string } | { problem: Problem }> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    const reason = inUse ? 'it is in use' : String(error);
    const message = `The preview cannot listen on port ${port} of ${host}: ${reason}. Set PORT to another one.`;
    return { problem: { code: 'listen', severity: 'error', message } };
  }
  const address = server.address();
  const actual = typeof address === 'object' && address ? address.port : port;
  return { origin: `http://${host.includes(':') ? `[${host}]` : host}:${actual}` };
}

/** Half-written code can fail in any way; the preview goes on with what it has until the next save. */
function asProblem(error: unknown): Problem[] {
  const message = error instanceof Error ? error.message : String(error);
  return [{ code: 'preview', severity: 'error', message: `The change could not be taken in: ${message}` }];
}

function steeringFiles({ siteDir, docsHome, sidebars }: Folders): string[] {
  const beside = ['sidebars.ts', 'sidebars.js', 'sidebars.json'].map((name) => path.join(docsHome, name));
  return [path.join(siteDir, 'site.config.ts'), ...beside, ...(sidebars === undefined ? [] : [sidebars])];
}
