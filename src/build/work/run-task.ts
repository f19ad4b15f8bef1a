import { fork } from 'node:child_process';
import type { TaskAnswer } from './answer-task.ts';
import { createThreadEnvironment } from './threads.ts';

/**
 * Runs a task in a process of its own and returns its answer. For tasks that change their environment, or that keep
 * hundreds of megabytes once they have run, such as bundlers.
 */
export function runTask<Answer>(program: URL, task: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = fork(program, { execArgv: [], env: createThreadEnvironment(), serialization: 'advanced' });
    child.once('message', (message: TaskAnswer<Answer>) =>
      'answer' in message ? resolve(message.answer) : reject(message.failure),
    );
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`${program.pathname} ended with ${signal ?? code} and without an answer.`)),
    );
    child.send(task);
  });
}
