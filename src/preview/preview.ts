import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Identity } from '../accounts/create-identity.ts';
import { type BuildEnvironment, checkSiteFolder, resolveFolders } from '../build/folders.ts';
import type { Environment } from '../config/environment.ts';
import { readFeatureMessages } from '../config/feature-messages.ts';
import { composeSiteTexts } from '../config/texts.ts';
import { createSiteSearch } from '../server/api/search.ts';
import { formatSessionCookieName } from '../server/http/cookies.ts';
import { firebaseInstallCommand } from '../server/release/load-release.ts';
import { serve } from '../server/serve.ts';
import type { ServerFeature } from '../server/server-feature.ts';
import { runInBackground } from '../shared/in-background.ts';
import { isLoopback } from '../shared/loopback.ts';
import type { Problem } from '../shared/problem.ts';
import { describeReason } from '../shared/reason.ts';
import { createDevRoutes } from './dev-routes.ts';
import { getEditorUrl } from './editor-url.ts';
import { LazyReleases } from './lazy-release.ts';
import { holdRequests, PreviewLanguages } from './preview-languages.ts';
import { createSiteSnapshot } from './site-snapshot.ts';
import { watchFiles } from './watch-files.ts';

interface PreviewOptions {
  environment: Environment & Pick<BuildEnvironment, 'features'>;
  workDir: string;
  /** The features of the site. */
  features: readonly ServerFeature[];
  /** Requires sign-in. Always on when other machines can reach the preview. */
  gate: boolean;
  /** Called after each change with the problems of the site. Problems of articles are shown on their pages. */
  onChange?(files: readonly string[], problems: readonly Problem[]): void;
}

export type Preview =
  | { ok: true; origin: string; basePath: string; problems: readonly Problem[]; close(): Promise<void> }
  | { ok: false; problems: readonly Problem[] };

/**
 * Starts a preview for writers: the normal server, with a release whose pages are created when they are requested and
 * are updated in the browser when a file is saved.
 */
export async function startPreview({
  environment,
  workDir,
  features,
  gate,
  onChange,
}: PreviewOptions): Promise<Preview> {
  const folders = resolveFolders(environment, workDir);
  const folderProblems = checkSiteFolder(folders);
  if (folderProblems.length > 0) return { ok: false, problems: folderProblems };
  const hasGate = gate || !isLoopback(environment.HOST);
  const languages = new PreviewLanguages(folders, environment, hasGate);
  const { site } = languages.main;
  await site.open();
  // Without the gate, the sign-in page isn't needed.
  if (
    hasGate &&
    environment.IDENTITY === 'firebase' &&
    site.state &&
    !site.state.context.assets.firebaseScript
  )
    return { ok: false, problems: [noFirebase] };
  const scratch = mkdtempSync(path.join(tmpdir(), 'preview-'));
  const snapshot = createSiteSnapshot(languages, path.join(scratch, 'index'));
  // Changes are processed one after the other: a second save waits for the first.
  let busy = Promise.resolve();
  const editorUrl = getEditorUrl(environment);
  const releases = new LazyReleases({
    getLanguages: () => languages.opened,
    readManual: snapshot.readManual,
    waitForSaves: () => busy,
    folder: path.join(scratch, 'dist'),
    editorUrl,
    texts: composeSiteTexts({}, readFeatureMessages(features)),
    https: environment.BASE_URL?.startsWith('https:') ?? false,
  });
  const dev = createDevRoutes(releases, { editorUrl, workDir });
  const queueChange = (change: () => Promise<void>, report: (failure: Problem[]) => void) => {
    busy = busy.then(async () => {
      const failure = await change().then(() => [], toProblem);
      snapshot.markChanged();
      watch.watchFolders(languages.folders);
      watch.follow(languages.modules);
      report(failure);
    });
    return busy;
  };
  const tell = (files: readonly string[], failure: readonly Problem[]) =>
    onChange?.(files, [...languages.problems, ...failure]);
  const watch = watchFiles([folders.docsDir, ...languages.folders], (files) => {
    const change = () => languages.update(files);
    runInBackground(
      queueChange(change, (failure) => {
        dev.announce();
        tell(files, failure);
      }),
    );
  });
  watch.follow(languages.modules);
  languages.onNewFiles = () => watch.follow(languages.modules);

  const account = { email: 'writer@example.com', password: randomBytes(24).toString('base64url') };
  const previewEnvironment = createTemporaryEnvironment(environment, path.join(scratch, 'data'));
  const search = createSiteSearch(previewEnvironment, {
    engine: snapshot.engine,
    switchTo: async () => {},
    checkUsable: async () => {},
  });
  const quiet = environment.LOG_LEVEL === 'info' ? 'warn' : environment.LOG_LEVEL;
  const { server, problems } = await serve({
    environment: {
      ...(hasGate
        ? environment
        : { ...previewEnvironment, ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password }),
      LOG_LEVEL: quiet,
    },
    dist: releases,
    ...(!hasGate && { beforeListening: (http, identity) => signInAllRequests(http, identity, account) }),
    features,
    featureEnvironment: previewEnvironment,
    search,
    extensions: [dev.plugin],
  });
  const close = async () => {
    watch.close();
    await busy;
    await server?.stop();
    await snapshot.close();
    rmSync(scratch, { recursive: true, force: true });
  };
  const http = dev.server();
  if (!server || !http) {
    await close();
    return { ok: false, problems: problems ?? [] };
  }
  holdRequests(http, (address) => {
    const language = languages.findUnopened(address);
    if (language === undefined) return undefined;
    const open = () => languages.open(language);
    return queueChange(open, (failure) => failure.length > 0 && tell([], failure));
  });
  return { ok: true, origin: server.origin, basePath: server.basePath, problems: site.problems, close };
}

const noFirebase: Problem = {
  code: 'firebase-missing',
  severity: 'error',
  message: `The sign-in page of IDENTITY=firebase needs its client, which isn't installed. Run "${firebaseInstallCommand}".`,
};

/** An environment whose data is removed with the preview: searches, feedback and, without the gate, its account. */
function createTemporaryEnvironment(environment: Environment, folder: string): Environment {
  const { DATABASE_URL: _database, BASE_URL: _address, ...rest } = environment;
  return { ...rest, DATA_DIR: folder, IDENTITY: 'local', SEARCH: 'embedded', TRUST_PROXY: false };
}

/** Unfinished code can fail in any way. The preview continues with its last state until the next save. */
function toProblem(error: unknown): Problem[] {
  const message = describeReason(error);
  return [{ code: 'preview', severity: 'error', message: `The change couldn't be processed: ${message}` }];
}

/**
 * Adds a session of this account to every request for a loopback host. A request for another host name comes from a site
 * that has pointed its name at this machine, and is treated like that of any visitor.
 */
async function signInAllRequests(
  server: Server,
  identity: Identity,
  account: { email: string; password: string },
): Promise<void> {
  const signIn = async () => {
    const signedIn = await identity.signIn({ ...account, address: '127.0.0.1' });
    if (signedIn.outcome !== 'signed-in')
      throw new Error(`The preview can't sign in its account: ${signedIn.outcome}.`);
    return signedIn.token;
  };
  let token = await signIn();
  const renew = async () => {
    if (!(await identity.resolveSession(token))) token = await signIn();
  };
  // Runs before the server's own listener.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { host = '' } = request.headers;
    if (!isLoopback(host)) return;
    request.headers.cookie = `${formatSessionCookieName({ protocol: 'http', host, basePath: '/' })}=${token}`;
    // A user who signs out or ends their sessions is signed in again.
    if (request.method === 'POST') response.once('finish', () => runInBackground(renew()));
  });
}
