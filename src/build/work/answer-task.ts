/** The message that a process of `runTask` sends for each task. */
export type TaskAnswer<Answer> = { answer: Answer } | { failure: unknown };

/** The process's side of `runTask`: one answer for each task, until the other process disconnects. */
export function answerTask<Task, Answer>(work: (task: Task) => Promise<Answer>): void {
  const send = (message: TaskAnswer<Answer>) => process.send?.(message);
  // The parent process has ended, or has no further task.
  process.once('disconnect', () => process.exit());
  process.on('message', (task: Task) => {
    work(task).then(
      (answer) => send({ answer }),
      (failure: unknown) => send({ failure }),
    );
  });
}
