import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface Child {
  process: ChildProcess;
  /** Ends with the process: everything that it said. */
  lines: Promise<string[]>;
}

/** A process of its own on the store's file, doing one of the tasks of `child.ts`. */
export function child(
  file: string,
  task: string,
  name: string,
  onLine: (count: number) => void = () => {},
): Child {
  const script = path.join(import.meta.dirname, 'store-child.ts');
  const child = spawn(process.execPath, [script, task, file, name], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => onLine(lines.push(line)));
  return { process: child, lines: once(child, 'close').then(() => lines) };
}
