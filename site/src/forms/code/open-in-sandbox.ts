import { openSandbox, type Sandbox, type SandboxOptions } from 'gatehouse/sandbox';
import type { FormView } from '../form-view.ts';
import type { OpenForm } from '../open-form.ts';
import type { ConsoleLine, FromWorker, ToWorker } from './messages.ts';
import workerUrl from './worker.ts?worker&url';

interface SandboxedForm {
  start: Omit<Extract<ToWorker, { kind: 'start' }>, 'kind'>;
  show(view: FormView): void;
  onLine(line: ConsoleLine): void;
  onStop: SandboxOptions['onStop'];
}

let script: Promise<string> | undefined;

/** Opens a form in its own worker, in which its code can do anything. */
export function openInSandbox({ start, show, onLine, onStop }: SandboxedForm): OpenForm {
  let sandbox: Sandbox | undefined;
  let isClosed = false;
  const send = (message: ToWorker) => sandbox?.send(message);
  script ??= fetch(workerUrl).then((answer) => {
    if (!answer.ok) throw new Error(`The script of the form was not loaded (${answer.status}).`);
    return answer.text();
  });
  script.then(
    (text) => {
      if (isClosed) return;
      sandbox = openSandbox({
        script: text,
        onStop,
        onMessage(data) {
          // The message comes from our own worker. Values from the reader's code are at most text.
          const message = data as FromWorker;
          switch (message.kind) {
            case 'begun':
              send({ kind: 'start', ...start });
              return;
            case 'shown':
              show(message.view);
              return;
            case 'line':
              onLine(message);
              return;
            case 'not-loaded':
              explain(message.code, message.text)
                .then((text) => {
                  if (!isClosed) onLine({ level: 'error', text });
                })
                .catch(console.error);
              return;
          }
        },
      });
    },
    () => {
      script = undefined;
      onStop('broken');
    },
  );
  return {
    send: (event) => send({ kind: 'event', event }),
    close() {
      isClosed = true;
      sandbox?.close();
    },
  };
}

/**
 * Describes the syntax error of the code, or repeats the browser's message if there is none. The parser is
 * loaded on demand.
 */
async function explain(code: string, text: string): Promise<string> {
  try {
    const { findSyntaxError } = await import('./find-syntax-error.ts');
    return findSyntaxError(code) ?? text;
  } catch {
    return text;
  }
}
