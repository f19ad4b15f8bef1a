import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

/** A request that arrived at the model's API. */
export interface ModelRequest {
  method: string | undefined;
  path: string | undefined;
  authorization: string | undefined;
  /** The body as it was sent. */
  body: string;
  /** Resolves when the connection of the request is closed. */
  closed: Promise<unknown>;
}

/** Plays the answer to a request. */
export type PlayAnswer = (response: ServerResponse, request: ModelRequest) => void | Promise<void>;

/** An OpenAI-compatible API on loopback, which plays the answer that a test gives it. */
export interface ModelServer extends AsyncDisposable {
  /** Value for `ANSWERS_URL`. */
  url: string;
  requests: ModelRequest[];
  play(answer: PlayAnswer): void;
}

export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  let playAnswer: PlayAnswer = (response) => void response.writeHead(500).end();
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { method, url: path, headers } = incoming;
    const closed = once(response, 'close');
    const { authorization } = headers;
    const request = { method, path, authorization, body: await readText(incoming), closed };
    requests.push(request);
    await playAnswer(response, request);
  };
  const server = createServer((incoming, response) => {
    // A client that ends its request makes reading fail.
    answer(incoming, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    play(answerToPlay) {
      playAnswer = answerToPlay;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Writes a piece of text as the event that OpenAI, vLLM and Ollama send. */
export function writeTextEvent(content: string): string {
  const chunk = { object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content } }] };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

const eventStream = { 'content-type': 'text/event-stream' };

/** Begins a stream of events. */
export function beginStream(response: ServerResponse): void {
  response.writeHead(200, eventStream).flushHeaders();
}

/** Plays a whole answer in pieces of some characters, with the tokens that it cost. */
export function playText(text: string, piece = 7): PlayAnswer {
  return (response) => {
    beginStream(response);
    for (let at = 0; at < text.length; at += piece)
      response.write(writeTextEvent(text.slice(at, at + piece)));
    const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
    const usage = { choices: [], usage: { prompt_tokens: 700, completion_tokens: 40 } };
    response.write(`data: ${JSON.stringify(end)}\n\ndata: ${JSON.stringify(usage)}\n\n`);
    response.end('data: [DONE]\n\n');
  };
}
