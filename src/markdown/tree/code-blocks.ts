import type { Code, Root } from 'mdast';
import type { PreparedSource } from '../syntax/source.ts';
import { visit } from './visit.ts';

/** Hands a fence's info string on to the code block, and gives back what the rewriting changed inside of it. */
export function readCodeBlocks(tree: Root, source: PreparedSource): void {
  visit(tree, 'code', (code: Code) => {
    code.data = {
      ...code.data,
      hProperties: { ...code.data?.hProperties, ...(code.meta ? { metastring: code.meta } : {}) },
    };
    if (source.rewritten.size > 0) restoreLines(code, source);
  });
}

function restoreLines(code: Code, source: PreparedSource): void {
  if (!code.position) return;
  const { start, end } = code.position;
  const lines = code.value.split('\n');
  const fenced = end.line - start.line + 1 > lines.length;
  const first = start.line + (fenced ? 1 : 0);
  for (const [index, line] of lines.entries()) {
    const change = source.rewritten.get(first + index);
    if (change) lines[index] = change.before.slice(change.after.length - line.length);
  }
  code.value = lines.join('\n');
}
