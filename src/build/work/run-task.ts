import { fork } from 'node:child_process';
import type { TaskAnswer } from './answer-task.ts';
import { threadEnvironment } from './threads.ts';

/**
 * What a program answers to a task, in a process of its own: for what changes its environment, or keeps hundreds of
 * megabytes once it has begun, as bundlers do.
 */
export function runTask<Answer>(program: URL, task: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = fork(program, { execArgv: [], env: threadEnvironment(), serialization: 'advanced' });
    child.once('message', (said: TaskAnswer<Answer>) =>
      'answer' in said ? resolve(said.answer) : reject(said.failure),
    );
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`${program.pathname} ended with ${signal ?? code}, and no answer.`)),
    );
    child.send(task);
  });
}
