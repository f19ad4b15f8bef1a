/** The only message that a process of `runTask` sends. */
export type TaskAnswer<Answer> = { answer: Answer } | { failure: unknown };

/** The process's side of `runTask`: one task, one answer. */
export function answerTask<Task, Answer>(work: (task: Task) => Promise<Answer>): void {
  const send = (message: TaskAnswer<Answer>) => process.send?.(message, () => process.disconnect());
  // The parent process has ended or no longer waits.
  process.once('disconnect', () => process.exit());
  process.once('message', (task: Task) => {
    work(task).then(
      (answer) => send({ answer }),
      (failure: unknown) => send({ failure }),
    );
  });
}
