import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/**
 * Asks each question on a terminal without showing what the user types. Resolves with `undefined` if the user cancels
 * with Ctrl+C or Ctrl+D.
 */
export function askHidden(
  questions: readonly string[],
  { input, output }: { input: NodeJS.ReadableStream; output: NodeJS.WritableStream },
): Promise<string[] | undefined> {
  // Readline echoes what the user types to its output, so its output is one that drops everything.
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() });
  // One reader asks all questions. A second one would lose lines that were pasted together with the first answer.
  const reader = createInterface({ input, output: discard, terminal: true, historySize: 0 });
  const answers: string[] = [];

  return new Promise((resolve) => {
    const ask = () => output.write(questions[answers.length] ?? '');
    reader.on('line', (line) => {
      output.write('\n');
      answers.push(line);
      if (answers.length === questions.length) reader.close();
      else ask();
    });
    reader.on('SIGINT', () => reader.close());
    reader.on('close', () => {
      const isComplete = answers.length >= questions.length;
      if (!isComplete) output.write('\n');
      resolve(isComplete ? answers.slice(0, questions.length) : undefined);
    });
    ask();
  });
}
