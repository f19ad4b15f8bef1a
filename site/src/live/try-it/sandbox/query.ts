import type { Call } from './call.ts';

/** A parameter, or a field of the body, by what it means: `uid of the case` is `app_uid` here and there. */
export function readSentValue({ request, world: { story } }: Call, meaning: string): string | undefined {
  const body = typeof request.body === 'object' && request.body !== null ? Object.entries(request.body) : [];
  for (const [name, value] of [...Object.entries(request.parameters), ...body]) {
    if (story.names[name.toLowerCase()] !== meaning || value === undefined || value === '') continue;
    if (typeof value !== 'object') return String(value);
  }
  return undefined;
}

/** Reads which part of a list the request wants. */
export function readPaging(call: Call): { words: string; start: number; limit?: number } {
  const limit = Number(readSentValue(call, 'limit') ?? 0);
  return {
    words: readSentValue(call, 'words') ?? '',
    start: Number(readSentValue(call, 'start') ?? 0),
    ...(limit > 0 && { limit }),
  };
}
