import { type ChildProcess, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { serialize } from 'node:v8';
import { z } from 'zod';
import { readJson } from '../shared/json.ts';
import type { PageData, RenderContext, StandaloneContext, UiRenderer } from '../ui/page-data.ts';

/** An unused process ends after this time, such as at night, or after the next release. */
const IDLE_MS = 5 * 60_000;
/** The largest pages take about 100 ms, or seconds on a busy machine. */
const ANSWER_MAX_MS = 30_000;
const HEAP_MAX_MB = 512;
const FRAME_HEADER_BYTES = 4;
/** The largest known page has 3 MB. */
const FRAME_MAX_BYTES = 64 * 1024 * 1024;

type StandalonePage = ReturnType<UiRenderer['renderStandalone']>;

interface RendererSetup {
  /** For each language: the renderer's file, and the parts that all of its pages share. */
  languages: readonly ({ renderer: string } & Pick<RenderContext, 'assets' | 'articleStyles' | 'rootPath'>)[];
}

/** Answers come from code that isn't ours, so they are validated. */
const answerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('done'), answer: z.unknown() }),
  z.object({ kind: z.literal('failed'), reason: z.string() }),
]);
const standaloneSchema = z.object({ html: z.string(), title: z.string(), description: z.string() });

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/**
 * Renders pages beside the event loop, in a process that reads the renderers of its release and nothing else: a release
 * that was published from elsewhere may bring any code as its renderer. `isolated-renderer.mjs` says what it can't do
 * there. It starts with the first page.
 */
export class RenderProcess {
  readonly #setup: RendererSetup;
  #running: RunningProcess | undefined;

  constructor(setup: RendererSetup) {
    this.#setup = setup;
  }

  /** Rejects with the reason if a renderer can't be loaded. */
  async start(): Promise<void> {
    await this.#process().ready;
  }

  async renderPage(language: number, page: PageData, { config, shell }: RenderContext): Promise<string> {
    const { assets, articleStyles, rootPath } = this.#languageAt(language);
    const context: RenderContext = { config, shell, assets, articleStyles, rootPath };
    const html = await this.#process().call({ language, call: 'renderPage', parameters: [page, context] });
    return z.string().parse(html);
  }

  async renderStandalone(
    language: number,
    file: string,
    context: StandaloneContext,
  ): Promise<StandalonePage> {
    const call = 'renderStandalone';
    return standaloneSchema.parse(
      await this.#process().call({ language, call, parameters: [file, context] }),
    );
  }

  /** Ends the process. The next page starts it again. */
  close(): void {
    this.#running?.close();
  }

  #languageAt(language: number): RendererSetup['languages'][number] {
    const setup = this.#setup.languages[language];
    if (!setup) throw new Error(`There is no language ${language}.`);
    return setup;
  }

  #process(): RunningProcess {
    if (this.#running?.hasEnded !== false)
      this.#running = new RunningProcess(this.#setup.languages.map(({ renderer }) => renderer));
    return this.#running;
  }
}

class RunningProcess {
  readonly ready: Promise<unknown>;
  hasEnded = false;
  readonly #child: ChildProcess;
  readonly #waiting: Waiting[] = [];
  #received: Buffer[] = [];
  #receivedBytes = 0;
  #deadline: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(renderers: readonly string[]) {
    const script = realpathSync(fileURLToPath(new URL('./isolated-renderer.mjs', import.meta.url)));
    const files = renderers.map((file) => realpathSync(file));
    this.#child = spawn(
      process.execPath,
      [
        ...['--permission', '--no-warnings', '--no-addons', `--max-old-space-size=${HEAP_MAX_MB}`],
        ...[script, ...files].map((file) => `--allow-fs-read=${file}`),
        ...[script, ...files],
      ],
      // In a process group of its own: after Ctrl-C the server still answers pending requests.
      { env: {}, cwd: '/', stdio: ['pipe', 'pipe', 'ignore'], detached: true },
    );
    this.#child.on('error', (error) => this.#end(error));
    this.#child.on('exit', (code, signal) =>
      this.#end(new Error(`The process that renders pages ended (${signal ?? `exit code ${code}`}).`)),
    );
    // Errors of writing to a process that has ended: its exit is handled above.
    this.#child.stdin?.on('error', () => {});
    this.#child.stdout?.on('error', () => {});
    this.#child.stdout?.on('data', (chunk: Buffer) => this.#receive(chunk));
    this.ready = this.#wait();
    // Requests for pages reject by themselves.
    this.ready.catch(() => {});
  }

  call(task: { language: number; call: string; parameters: unknown[] }): Promise<unknown> {
    const answer = this.#wait();
    const body = serialize(task);
    const header = Buffer.alloc(FRAME_HEADER_BYTES);
    header.writeUInt32BE(body.length);
    this.#child.stdin?.write(Buffer.concat([header, body]));
    return answer;
  }

  close(): void {
    this.#end(new Error('The process that renders pages was closed.'));
  }

  #wait(): Promise<unknown> {
    if (this.hasEnded) return Promise.reject(new Error('The process that renders pages has ended.'));
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.push({ resolve, reject });
    clearTimeout(this.#idle);
    this.#keepProgramAlive(true);
    this.#deadline ??= this.#startDeadline();
    return promise;
  }

  #startDeadline(): NodeJS.Timeout {
    const error = new Error(`A page wasn't rendered within ${ANSWER_MAX_MS / 1_000} seconds.`);
    return setTimeout(() => this.#end(error), ANSWER_MAX_MS);
  }

  /** Answers come in the order of the tasks. */
  #receive(chunk: Buffer): void {
    this.#received.push(chunk);
    this.#receivedBytes += chunk.length;
    while (!this.hasEnded && this.#receivedBytes >= FRAME_HEADER_BYTES) {
      const [first = Buffer.alloc(0)] = this.#received;
      if (first.length < FRAME_HEADER_BYTES) this.#received = [Buffer.concat(this.#received)];
      const length = (this.#received[0] ?? first).readUInt32BE();
      if (length > FRAME_MAX_BYTES) {
        this.#end(new Error('The renderer answered with too much.'));
        return;
      }
      if (this.#receivedBytes < FRAME_HEADER_BYTES + length) return;
      const all = Buffer.concat(this.#received);
      const rest = all.subarray(FRAME_HEADER_BYTES + length);
      this.#received = rest.length > 0 ? [rest] : [];
      this.#receivedBytes = rest.length;
      this.#settle(all.subarray(FRAME_HEADER_BYTES, FRAME_HEADER_BYTES + length));
    }
  }

  #settle(body: Buffer): void {
    const waitingRequest = this.#waiting.shift();
    clearTimeout(this.#deadline);
    this.#deadline = undefined;
    const { data: answer } = answerSchema.safeParse(readJson(body.toString()));
    if (answer === undefined) waitingRequest?.reject(new Error("The answer of the renderer can't be read."));
    else if (answer.kind === 'failed') waitingRequest?.reject(new Error(answer.reason));
    else waitingRequest?.resolve(answer.kind === 'done' ? answer.answer : undefined);
    if (this.#waiting.length > 0) {
      this.#deadline = this.#startDeadline();
      return;
    }
    this.#keepProgramAlive(false);
    this.#idle = setTimeout(() => this.#end(new Error('The process was idle.')), IDLE_MS).unref();
  }

  #end(error: Error): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    clearTimeout(this.#deadline);
    clearTimeout(this.#idle);
    this.#child.kill('SIGKILL');
    this.#keepProgramAlive(false);
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  #keepProgramAlive(isNeeded: boolean): void {
    const { stdin, stdout } = this.#child;
    // Pipes of a child process are sockets, which its types don't say.
    const sockets = [stdin, stdout].filter((stream) => stream instanceof Socket);
    for (const handle of [this.#child, ...sockets])
      if (isNeeded) handle.ref();
      else handle.unref();
  }
}
