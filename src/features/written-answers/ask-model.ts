import { z } from 'zod';

/** The API and the model that the owner chose. */
export interface ModelApi {
  /** Address without a slash at the end, such as `http://127.0.0.1:11434/v1`. */
  url: string;
  model: string;
  key?: string | undefined;
}

export interface ModelMessage {
  role: 'system' | 'user';
  content: string;
}

/** The tokens that a request cost, as the API counted them. */
export interface TokenCount {
  prompt: number;
  completion: number;
}

/** How a request ended. Details of a failure are for the log, and never contain what the API sent. */
type ModelOutcome = (
  | { outcome: 'finished' }
  /** The signal ended the request. */
  | { outcome: 'stopped' }
  /** The answer was longer than anything a reader would read. */
  | { outcome: 'too-long' }
  | { outcome: 'failed'; reason: string }
) & { tokens?: TokenCount | undefined };

/** Limit of the text of an answer: about two screens. */
const ANSWER_MAX_CHARACTERS = 8_000;
/** Limit of everything that is read, with what the API sends around the text. */
const STREAM_MAX_BYTES = 4 * 1024 * 1024;
const LINE_MAX_CHARACTERS = 64 * 1024;

const chunkSchema = z.object({
  error: z.unknown().optional(),
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .optional(),
  usage: z
    .object({ prompt_tokens: z.int().nonnegative(), completion_tokens: z.int().nonnegative() })
    .nullish(),
});

/**
 * Sends messages to an OpenAI-compatible API, and passes on the text as it arrives. Ends the request at the API when the
 * signal is aborted or a limit is reached. Requests nothing but `/chat/completions` of the owner's address: a redirect is
 * a failure.
 */
export async function askModel(
  { url, model, key }: ModelApi,
  messages: readonly ModelMessage[],
  { signal, onText }: { signal: AbortSignal; onText: (text: string) => void },
): Promise<ModelOutcome> {
  const ending = new AbortController();
  let tokens: TokenCount | undefined;
  try {
    const response = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ model, messages, stream: true, stream_options: { include_usage: true } }),
      signal: AbortSignal.any([signal, ending.signal]),
    });
    if (!response.ok) return { outcome: 'failed', reason: `the API answered with status ${response.status}` };
    if (response.body === null) return { outcome: 'failed', reason: 'the answer was empty' };
    let characters = 0;
    let isFinished = false;
    for await (const data of readEvents(response.body)) {
      if (data === 'too-long') return { outcome: 'failed', reason: 'the stream exceeds a limit', tokens };
      if (data === '[DONE]') return { outcome: 'finished', tokens };
      const chunk = parseChunk(data);
      if (chunk === undefined) return { outcome: 'failed', reason: 'the stream is malformed', tokens };
      if (chunk.error !== undefined && chunk.error !== null)
        return { outcome: 'failed', reason: 'the API reported an error in the stream', tokens };
      if (chunk.usage)
        tokens = { prompt: chunk.usage.prompt_tokens, completion: chunk.usage.completion_tokens };
      const [choice] = chunk.choices ?? [];
      const text = choice?.delta?.content ?? '';
      characters += text.length;
      if (characters > ANSWER_MAX_CHARACTERS) return { outcome: 'too-long', tokens };
      if (text !== '') onText(text);
      if (choice?.finish_reason === 'length') return { outcome: 'too-long', tokens };
      if (typeof choice?.finish_reason === 'string') isFinished = true;
    }
    if (signal.aborted) return { outcome: 'stopped', tokens };
    return isFinished
      ? { outcome: 'finished', tokens }
      : { outcome: 'failed', reason: 'the stream ended early', tokens };
  } catch {
    // The error may name the address and what the API sent.
    if (signal.aborted) return { outcome: 'stopped', tokens };
    return { outcome: 'failed', reason: "the API can't be reached, or the connection broke", tokens };
  } finally {
    ending.abort();
  }
}

function parseChunk(data: string): z.infer<typeof chunkSchema> | undefined {
  try {
    return chunkSchema.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}

/** Reads the data of server-sent events. APIs write the data of an event in one line. */
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let rest = '';
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    if (bytes > STREAM_MAX_BYTES || [...lines, rest].some((line) => line.length > LINE_MAX_CHARACTERS)) {
      yield 'too-long';
      return;
    }
    for (const line of lines) if (line.startsWith('data:')) yield line.slice('data:'.length).trim();
  }
  if (rest.startsWith('data:')) yield rest.slice('data:'.length).trim();
}
