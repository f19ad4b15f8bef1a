import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { findFreePort } from '../../../testing/free-port.ts';
import { startMailServer } from '../../../testing/mail-server.ts';
import { isBuiltForAll, smallManual } from '../../../testing/manuals.ts';
import { execute, startPostgres } from '../../../testing/postgres.ts';
import { projectDir } from '../../../testing/running-site.ts';
import { administrator, serveProcess } from '../../../testing/serving-process.ts';
import { STOP_MAX_MS } from '../../server/http/limits.ts';

/** All processes of the database server. Stopping them makes it hang like a machine that is gone. */
async function listProcesses(url: string): Promise<number[]> {
  const rows = await execute(url, 'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
  const pids = rows.map(({ pid }) => Number(pid));
  const parent = /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pids[0]}/status`, 'utf8'))?.[1];
  return [Number(parent), ...pids];
}

test.each(['1', '2'])(
  'with %s processes, stops without a database that hangs, and names it',
  async (workers) => {
    const database = await startPostgres();
    const url = await database.createDatabase();
    await using site = await serveProcess({ WORKERS: workers, DATABASE_URL: url });
    const pids = await listProcesses(url);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    try {
      const { code, signal, ms } = await site.terminate();
      expect([code, signal]).toEqual([1, null]);
      expect(ms).toBeLessThan(STOP_MAX_MS);
      expect(site.said()).toMatch(/^The store didn't finish within 2 s and was abandoned\.$/m);
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
      await database.remove();
    }
  },
);

test('stops without a mail server that no longer answers', async () => {
  const mail = await startMailServer({ secure: 'never' });
  const port = String(await findFreePort());
  await using site = await serveProcess({
    PORT: port,
    BASE_URL: `http://localhost:${port}`,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'Docs <docs@example.com>',
  });
  mail.answer.data = 'silence';
  const body = new URLSearchParams({ email: administrator.email });
  await fetch(`${site.origin}/forgotten`, { method: 'POST', body });
  await expect.poll(() => mail.received.length).toBe(1);
  const { code, ms } = await site.terminate();
  expect(code).toBe(1);
  expect(ms).toBeLessThan(STOP_MAX_MS);
  expect(site.said()).toMatch(/^Sending an email didn't finish within 2 s and was abandoned\.$/m);
  await mail.close();
});

test('disconnects a client that never finishes its request', async () => {
  await using site = await serveProcess();
  const socket = connect(Number(new URL(site.origin).port), '127.0.0.1');
  socket.on('error', () => {});
  const head =
    'POST /auth/sign-in HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n';
  socket.write(head);
  await once(socket, 'data');
  const { code, ms } = await site.terminate();
  expect(code).toBe(0);
  expect(ms).toBeLessThan(STOP_MAX_MS);
});

test("ends although one of its threads waits for a disk that doesn't answer", async () => {
  // Opening a pipe without a writer blocks a thread of Node forever, as a file on a dead network disk does.
  const script = `
    import { execFileSync } from 'node:child_process';
    import { mkdtempSync, open } from 'node:fs';
    import { endProcess } from ${JSON.stringify(import.meta.resolve('./end-process.ts'))};
    const pipe = mkdtempSync('/tmp/end-process-') + '/pipe';
    execFileSync('mkfifo', [pipe]);
    open(pipe, 'r', () => {});
    setTimeout(() => endProcess(0), 100);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
});

/** Runs a command as process 1 of a PID namespace, as a container does. Only root may create one. */
const asFirstProcess = ['--pid', '--fork', '--kill-child'];
const canBeFirst = spawnSync('unshare', [...asFirstProcess, 'true']).status === 0;
if (!canBeFirst)
  console.warn("Can't create a PID namespace (root only), so the test of process 1 is skipped.");

test.runIf(canBeFirst).each([
  ['SIGTERM', '1', 143],
  ['SIGTERM', '2', 143],
  ['SIGINT', '1', 130],
] as const)(
  'as process 1, ends on %s while it starts with %s processes',
  async (signal, workers, exitCode) => {
    await isBuiltForAll(smallManual);
    // The start waits for this database, which accepts a connection and never answers.
    const database = createServer().listen(0, '127.0.0.1');
    await once(database, 'listening');
    const { port } = database.address() as AddressInfo;
    const environment = { WORKERS: workers, DATABASE_URL: `postgres://owner:secret@127.0.0.1:${port}/docs` };
    const child = spawn('unshare', [...asFirstProcess, process.execPath, 'src/cli/main.ts', 'serve'], {
      cwd: projectDir,
      env: { PATH: process.env.PATH, PORT: '0', ...smallManual, ...environment },
      stdio: 'ignore',
    });
    const exited = once(child, 'exit');
    try {
      await once(database, 'connection');
      const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
      process.kill(Number.parseInt(children, 10), signal);
      expect(await exited).toEqual([exitCode, null]);
    } finally {
      child.kill('SIGKILL');
      database.close();
    }
  },
);
