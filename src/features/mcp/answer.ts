import type { CallToolResult } from '@modelcontextprotocol/server';

/** Longest text of one answer, about 2,500 tokens. */
const ANSWER_MAX_CHARACTERS = 10_000;

export function createTextResult(...parts: readonly (string | undefined)[]): CallToolResult {
  return { content: [{ type: 'text', text: parts.filter((part) => part !== undefined).join('\n\n') }] };
}

/** The result of a tool call that failed. The message says what to do instead. */
export function createFailureResult(message: string): CallToolResult {
  return { content: [{ type: 'text', text: message }], isError: true };
}

/** Takes as much text from `offset` as fits into an answer, up to the end of a line. */
export function takePortion(body: string, offset: number): { body: string; end: number } {
  const start = Math.min(Math.max(offset, 0), body.length);
  if (body.length - start <= ANSWER_MAX_CHARACTERS) return { body: body.slice(start), end: body.length };
  const line = body.lastIndexOf('\n', start + ANSWER_MAX_CHARACTERS);
  const end = line > start ? line + 1 : start + ANSWER_MAX_CHARACTERS;
  return { body: body.slice(start, end), end };
}
