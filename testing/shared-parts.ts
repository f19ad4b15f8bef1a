import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { type Manual, ownManual, smallManual } from './manuals.ts';
import { startPostgres } from './postgres.ts';
import { projectDir } from './running-site.ts';

/** Something that several test files use. It is started once per run, when the first file asks for it. */
interface Part {
  /** The value with which a test file uses the part, such as a port. */
  value: string;
  end?: () => Promise<void>;
}

const parts = {
  postgres: async () => {
    const { port, remove } = await startPostgres();
    return { value: String(port), end: remove };
  },
  'small-manual': () => build(smallManual),
  'own-manual': () => build(ownManual),
} satisfies Record<string, () => Promise<Part>>;

export type PartName = keyof typeof parts;

async function build(manual: Manual): Promise<Part> {
  await promisify(execFile)(process.execPath, [path.join(projectDir, 'bin/gatehouse.js'), 'build'], {
    cwd: projectDir,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, CI: 'true', ...manual },
  });
  return { value: '' };
}

const isPart = (name: string): name is PartName => Object.hasOwn(parts, name);

/** Runs in its own process, because the workers of a run share what it starts. */
async function main(): Promise<void> {
  const startedParts = new Map<PartName, Promise<Part>>();
  const server = createServer(async (request, response) => {
    const name = request.url?.slice(1) ?? '';
    // A test that works for seconds without a request would find its connection closed.
    response.setHeader('connection', 'close');
    if (!isPart(name)) return response.writeHead(404).end();
    const part = startedParts.get(name) ?? parts[name]();
    startedParts.set(name, part);
    try {
      response.end((await part).value);
    } catch (error) {
      response
        .writeHead(500)
        .end(error instanceof Error ? `${error.message}\n${error.stack}` : String(error));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  console.log(`http://127.0.0.1:${address.port}`);
  // Standard input closes when the test runner ends, even if it crashes.
  process.stdin.resume();
  await once(process.stdin, 'close');
  server.close();
  const results = await Promise.allSettled(startedParts.values());
  await Promise.allSettled(results.map((result) => result.status === 'fulfilled' && result.value.end?.()));
  process.exit();
}

/**
 * The test runner calls this before the first file, and the function that it returns after the last. Its projects, which
 * each call it, use the same parts.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.SHARED_PARTS !== undefined) return undefined;
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    process.env.SHARED_PARTS = line;
    break;
  }
  return async () => {
    child.stdin.end();
    await exited;
  };
}

if (import.meta.main) await main();
