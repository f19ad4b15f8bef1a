import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDeployTokens } from '../../../src/features/publishing/deploy-tokens/deploy-tokens.ts';
import { createPublishingServer } from '../../../src/features/publishing/publish/publishing-server.ts';
import { readRelease } from '../../../src/features/publishing/publish/read-release.ts';
import { DAY_MS } from '../../../src/shared/duration.ts';
import { buildRelease } from '../../../testing/built-release.ts';
import { type PostgresServer, startPostgres } from '../../../testing/postgres.ts';
import { publishTo } from '../../../testing/publish-to.ts';
import { type FixtureRelease, publishRelease } from '../../../testing/release.ts';
import { openPostgresStore } from '../../../testing/stores.ts';
import { type ServerProcess, startServerProcess } from './server-processes.ts';

/** Several server processes that share a build and a database, as if each were on its own machine. */
export interface ManyMachines {
  processes: ServerProcess[];
  database: PostgresServer;
  databaseUrl: string;
  /**
   * Builds a release and creates a deploy token. Returns a function that publishes the release to one of the
   * processes.
   */
  publish(release: FixtureRelease): Promise<(origin: string) => ReturnType<typeof publishTo>>;
  close(): Promise<void>;
}

export const administrator = { email: 'ada@lurana.example', password: 'correct horse battery' };

export async function startMachines(
  count: number,
  options: { release?: FixtureRelease; environment?: Record<string, string> } = {},
): Promise<ManyMachines> {
  const folder = await mkdtemp(path.join(tmpdir(), 'machines-'));
  const dist = path.join(folder, 'dist');
  await publishRelease(dist, options.release);
  const database = await startPostgres();
  const databaseUrl = await database.createDatabase();
  const processes = await Promise.all(
    Array.from({ length: count }, () =>
      startServerProcess({
        DATA_DIR: folder,
        DIST_DIR: dist,
        DATABASE_URL: databaseUrl,
        TRUST_PROXY: 'on',
        ADMIN_EMAIL: administrator.email,
        ADMIN_PASSWORD: administrator.password,
        ...options.environment,
      }),
    ),
  );
  return {
    processes,
    database,
    databaseUrl,
    publish: async (release) => {
      const built = path.join(folder, 'built');
      await buildRelease(built, release);
      const read = await readRelease(built, {});
      if ('error' in read) throw new Error(read.error);
      const store = await openPostgresStore(databaseUrl);
      const tokens = createDeployTokens(store);
      const creation = await tokens.make({ name: 'CI', forMs: DAY_MS }, { by: 'test' });
      await store.close();
      const token = creation.outcome === 'made' ? creation.secret : '';
      return (origin) =>
        publishTo(createPublishingServer({ to: new URL(origin), token }), built, read.publication);
    },
    close: async () => {
      await Promise.all(processes.map((process) => process.kill()));
      await database.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Signs in there. Returns the `Cookie` header, which works on every machine. */
export async function signIn(origin: string, who = administrator): Promise<string> {
  const answer = await postSignIn(origin, who);
  const cookie = answer.headers.get('set-cookie')?.split(';', 1)[0];
  if (answer.status !== 200 || cookie === undefined) throw new Error(`Signing in: ${answer.status}`);
  return cookie;
}

export function postSignIn(origin: string, who = administrator): Promise<Response> {
  return fetch(`${origin}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(who),
  });
}

export function postSignOut(origin: string, cookie: string): Promise<Response> {
  return fetch(`${origin}/auth/sign-out`, { method: 'POST', headers: { cookie, origin } });
}
