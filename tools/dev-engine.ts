import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { watchFiles } from '../src/preview/watch-files.ts';
import { runInBackground } from '../src/shared/in-background.ts';

/**
 * `npm run dev:engine`: the preview of a site while you change the engine.
 *
 * The preview bundles components (`.tsx`) and styles (`.css`) itself and shows a save of them as it shows a save of a
 * document. Node runs every other source, so a save of one of those restarts the preview. Open pages reconnect and load
 * themselves again. Arguments go to `gatehouse dev`.
 */
const engineDir = path.resolve(import.meta.dirname, '..');
const sourceDir = path.join(engineDir, 'src');

/** A preview that is still bundling takes its time to stop. */
const STOP_MS = 3000;

let preview: ChildProcess | undefined;
let pending = Promise.resolve();

const watch = watchFiles([sourceDir], (changedFiles) => {
  const files = changedFiles.filter(runsInNode).map((file) => path.relative(engineDir, file));
  if (files.length === 0) return;
  console.log(`${files.join(', ')} changed: restarting the preview.`);
  pending = pending.then(restart);
});
start();
process.once('exit', () => preview?.kill('SIGTERM'));
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    watch.close();
    runInBackground(pending.then(stop));
  });

function runsInNode(file: string): boolean {
  return /\.(ts|js|json)$/.test(file) && !/\.test\.ts$/.test(file);
}

function start(): void {
  const child = spawn(
    process.execPath,
    [path.join(sourceDir, 'cli/main.ts'), 'dev', ...process.argv.slice(2)],
    { stdio: 'inherit' },
  );
  child.once('exit', (code) => {
    if (code !== 0 && code !== null) console.error('The preview ended. Save a fix to start it again.');
  });
  preview = child;
}

async function restart(): Promise<void> {
  await stop();
  start();
}

async function stop(): Promise<void> {
  if (preview === undefined || preview.exitCode !== null || preview.signalCode !== null) return;
  const exited = once(preview, 'exit');
  preview.kill('SIGTERM');
  const timer = setTimeout((child) => child.kill('SIGKILL'), STOP_MS, preview);
  await exited;
  clearTimeout(timer);
}
