/** What a process of `runTask` says, once. */
export type TaskAnswer<Answer> = { answer: Answer } | { failure: unknown };

/** The side of `runTask` that works: one task, one answer. */
export function answerTask<Task, Answer>(work: (task: Task) => Promise<Answer>): void {
  const tell = (said: TaskAnswer<Answer>) => process.send?.(said, () => process.disconnect());
  // Nobody waits any more.
  process.once('disconnect', () => process.exit());
  process.once('message', (task: Task) => {
    work(task).then(
      (answer) => tell({ answer }),
      (failure: unknown) => tell({ failure }),
    );
  });
}
