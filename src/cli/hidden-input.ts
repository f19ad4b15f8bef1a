import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/**
 * Asks each question on a terminal and shows nothing of what is typed. `undefined` when the person gives up
 * (Ctrl-C, Ctrl-D).
 */
export function askHidden(
  questions: readonly string[],
  { input, output }: { input: NodeJS.ReadableStream; output: NodeJS.WritableStream },
): Promise<string[] | undefined> {
  // Readline takes over the echo of the terminal, and writes it here.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // One reader for all questions: another one would lose what was pasted ahead.
  const reader = createInterface({ input, output: nowhere, terminal: true, historySize: 0 });
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
      const complete = answers.length >= questions.length;
      if (!complete) output.write('\n');
      resolve(complete ? answers.slice(0, questions.length) : undefined);
    });
    ask();
  });
}
