import { VFileMessage } from 'vfile-message';

export interface SyntaxTrouble {
  message: string;
  line: number | undefined;
  column: number | undefined;
  /** Where the mark that started the trouble stands; replacing it lets the rest be read. */
  offset: number | undefined;
}

/** What MDX could not read, in words that say what to do. */
export function explainSyntaxError(error: unknown, text: string): SyntaxTrouble {
  if (!(error instanceof VFileMessage)) {
    return {
      message: error instanceof Error ? error.message : String(error),
      line: undefined,
      column: undefined,
      offset: undefined,
    };
  }
  const { line, column } = error;
  const at = line === undefined ? undefined : offsetOf(text, line, column ?? 1);
  const reason = error.reason.replace(/\s+/g, ' ');
  const brace = /acorn|expression/i.test(reason) && !/closing tag/i.test(reason);
  const mark = at === undefined ? undefined : brace ? lastBefore(text, '{', at) : lastBefore(text, '<', at);
  return { message: describe(reason, brace, text, mark), line, column, offset: mark };
}

function describe(reason: string, brace: boolean, text: string, mark: number | undefined): string {
  const closing = /^Expected a closing tag for `(<[^`]*>)`/.exec(reason)?.[1];
  if (closing)
    return `\`${closing}\` is not closed before the end of its block: close it, or write \`\\${closing}\` if it is meant as text.`;
  const unexpectedClosing = /^Unexpected closing (?:slash|tag).*$/.exec(reason);
  if (unexpectedClosing)
    return `This closing tag has no opening tag before it (${firstSentence(reason)}): remove it, or write \`\\<\` if it is meant as text.`;
  if (/import\/exports? with acorn/.test(reason))
    return `This import or export is no valid JavaScript: ${firstSentence(reason)}. A blank line must follow it.`;
  if (brace)
    return `What stands between \`{\` and \`}\` is no valid JavaScript: write \`\\{\` if it is meant as text, or put it into code.`;
  const start = mark === undefined ? '' : text.slice(mark, mark + 4);
  if (start.startsWith('<!')) return `\`<!\` opens nothing here: comments are \`<!-- … -->\`.`;
  if (/^<\w+:?/.test(start) && /autolink|before local name|in name/.test(reason)) {
    return `\`<\` opens a tag in MDX, also before an address: write \`[text](https://…)\`, or \`\\<\` if it is meant as text.`;
  }
  return `${firstSentence(reason)}: \`<\` must be escaped as \`\\<\` or put into code if it is meant as text.`;
}

function firstSentence(reason: string): string {
  return (reason.split(/[,;:(]\s/)[0] ?? reason).replace(/\.$/, '').trim();
}

function offsetOf(text: string, line: number, column: number): number {
  const lines = text.split('\n').slice(0, line - 1);
  return lines.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
}

function lastBefore(text: string, mark: string, at: number): number | undefined {
  const index = text.lastIndexOf(mark, at);
  return index < 0 ? undefined : index;
}
