import { fileURLToPath } from 'node:url';
import { describeReason, toReadableError } from '../../shared/reason.ts';
import { type FileScope, toDisplayPath } from '../compilation.ts';

/** Explains an error of the owner's code in one sentence. */
export function describeFailure(error: unknown, scope: FileScope): string {
  const { reason, where, advice } = explainFailure(error, scope);
  return `${reason.replace(/\.$/, '')}${where === undefined ? '' : ` (${where})`}.${advice}`;
}

/** Explains an error of the owner's code: the reason, the place, and advice. */
export function explainFailure(
  thrown: unknown,
  scope: FileScope,
): { reason: string; where?: string | undefined; advice: string } {
  const error = toReadableError(thrown);
  const message = describeReason(error);
  const where = error instanceof Error ? findOrigin(error, scope) : undefined;
  if (/`options\.baseUrl` needed/.test(message)) {
    const reason = "a document can't use `import()` or `import.meta`";
    return {
      reason,
      advice: ' Import at the top of the document, or move this code into a component of the site.',
    };
  }
  if (/^A component suspended while responding to synchronous input/.test(message)) {
    const reason = 'a component waits for something while it is rendered, as async components do';
    return {
      reason,
      where,
      advice: ' Load data in `useEffect`, or put the component within `<BrowserOnly>`.',
    };
  }
  const browser = /\b(?:window|document|localStorage|sessionStorage|navigator|location) is not defined/.test(
    message,
  );
  const advice = browser
    ? ' Pages are built without a browser. Read this in `useEffect` or within `<BrowserOnly>`.'
    : '';
  return { reason: message, where, advice };
}

/** The first line of the stack in the site's code, such as `src/components/note.tsx:12`. */
function findOrigin({ stack = '' }: Error, scope: FileScope): string | undefined {
  const { context } = scope.compilation;
  for (const line of stack.split('\n').slice(1)) {
    const [, throwingFile = '', at] = /\(?((?:file:\/\/|\/)[^()\s]+?):(\d+):\d+\)?$/.exec(line) ?? [];
    // Generated code has no lines that the site's owner knows.
    if (at === undefined || /[\\/](?:node_modules|\.cache)[\\/]/.test(throwingFile)) continue;
    const file = throwingFile.startsWith('file:') ? fileURLToPath(throwingFile) : throwingFile;
    if (file.startsWith(context.siteDir)) return `${toDisplayPath(context, file)}:${at}`;
  }
  return undefined;
}
