import { fileURLToPath } from 'node:url';
import { reasonOf } from '../../shared/reason.ts';
import { type FileScope, shownPath } from '../compilation.ts';

/** The same as one sentence. */
export function failureMessage(error: unknown, scope: FileScope): string {
  const { said, where, advice } = failureOf(error, scope);
  return `${said.replace(/\.$/, '')}${where === undefined ? '' : ` (${where})`}.${advice}`;
}

/** What the owner's code threw, where, and what to do. */
export function failureOf(
  error: unknown,
  scope: FileScope,
): { said: string; where?: string | undefined; advice: string } {
  const message = reasonOf(error);
  const where = error instanceof Error ? whereThrown(error, scope) : undefined;
  const browser = /\b(?:window|document|localStorage|sessionStorage|navigator|location) is not defined/.test(
    message,
  );
  const advice = browser
    ? ' There is no browser when pages are built: read it in `useEffect`, or within `<BrowserOnly>`.'
    : '';
  return { said: message, where, advice };
}

/** `src/components/note.tsx:12`: the first line of the stack that is code of the site. */
function whereThrown({ stack = '' }: Error, scope: FileScope): string | undefined {
  const { context } = scope.compilation;
  for (const line of stack.split('\n').slice(1)) {
    const [, thrown = '', at] = /\(?((?:file:\/\/|\/)[^()\s]+?):(\d+):\d+\)?$/.exec(line) ?? [];
    if (at === undefined || thrown.includes('node_modules')) continue;
    const file = thrown.startsWith('file:') ? fileURLToPath(thrown) : thrown;
    if (file.startsWith(context.siteDir)) return `${shownPath(context, file)}:${at}`;
  }
  return undefined;
}
