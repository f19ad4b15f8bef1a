import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';

/** In front of the preview: the real server decides who is signed in, and answers whatever signing in takes. */
export interface PreviewGate {
  /** True when the preview may answer; otherwise the request has been answered. */
  admits(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

/** `origin`: where the real server listens, on this machine only. */
export function createPreviewGate(origin: string): PreviewGate {
  return {
    async admits(request, response) {
      if (!isForServer(request.url ?? '/') && (await isSignedIn(origin, request))) return true;
      forward(origin, request, response);
      return false;
    },
  };
}

/** Signing in, out and setting up are the real server's, also for those who are signed in. */
function isForServer(url: string): boolean {
  return /^\/(?:auth\/|login(?:[?#]|$)|setup(?:[?#]|$))/.test(url);
}

async function isSignedIn(origin: string, { headers }: IncomingMessage): Promise<boolean> {
  const answer = await ask(origin, '/auth/session', headers);
  const session: { state?: unknown } = JSON.parse(answer);
  return session.state === 'signed-in';
}

function ask(origin: string, path: string, headers: IncomingMessage['headers']): Promise<string> {
  const { host, cookie } = headers;
  const sent = { ...(host === undefined ? {} : { host }), ...(cookie === undefined ? {} : { cookie }) };
  return new Promise((resolve, reject) => {
    const question = httpRequest(origin + path, { headers: sent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => resolve(text));
    });
    question.on('error', reject);
    question.end();
  });
}

function forward(origin: string, request: IncomingMessage, response: ServerResponse): void {
  const { hostname, port } = new URL(origin);
  const { method, url: path, headers } = request;
  const onward = httpRequest({ hostname, port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.writeHead(502).end());
  request.pipe(onward);
}
