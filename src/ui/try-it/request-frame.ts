/** A request that a page sends to a server of the owner's. It can be passed between documents. */
export interface PageRequest {
  method: string;
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  body?:
    | { kind: 'text'; text: string }
    | { kind: 'form'; fields: readonly (readonly [name: string, value: string])[] }
    | { kind: 'multipart'; fields: readonly (readonly [name: string, value: string | File])[] }
    | undefined;
}

/** The answer to a request, or the reason why there is none. */
export type PageAnswer =
  | {
      status: number;
      type: string;
      /** Text of the body. Undefined if the body isn't text. */
      text?: string;
      /** Bytes that were read. */
      bytes: number;
      /** Whether the body is longer. */
      isCut: boolean;
    }
  | {
      /**
       * `redirect`: browsers don't show redirects to a page. `late`: no answer in time. `unreachable`: no connection.
       * `hidden`: the server doesn't let pages of this site read its answers.
       */
      problem: 'redirect' | 'late' | 'unreachable' | 'hidden';
    };

/**
 * Script of the document that sends requests. It is inlined as text, so it is self-contained. The policy of pages lets
 * them call this site only; that of this document lets it call the owner's servers and nothing else, not even this
 * site. The document has the origin of the site, so that servers know from where they are called. It sends no cookies.
 */
export function runRequestFrame(): void {
  const WAIT_MS = 30_000;
  const BYTES_MAX = 1_000_000;

  async function readBody(response: Response) {
    const type = response.headers.get('content-type') ?? '';
    const isText = /json|text|xml|javascript|yaml|^$/.test(type);
    const decoder = new TextDecoder();
    const reader = response.body?.getReader();
    let text = '';
    let bytes = 0;
    while (reader && bytes < BYTES_MAX) {
      const { done, value } = await reader.read();
      if (done) return { type, bytes, isCut: false, ...(isText && { text: text + decoder.decode() }) };
      bytes += value.length;
      if (isText) text += decoder.decode(value, { stream: true });
    }
    await reader?.cancel();
    return { type, bytes, isCut: reader !== undefined, ...(isText && { text }) };
  }

  function writeBody(body: PageRequest['body']): BodyInit | undefined {
    if (body?.kind === 'text') return body.text;
    if (body?.kind === 'form') return new URLSearchParams(body.fields.map(([name, value]) => [name, value]));
    if (body === undefined) return undefined;
    const data = new FormData();
    for (const [name, value] of body.fields) data.append(name, value);
    return data;
  }

  const defaults = { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' } as const;

  /** Browsers don't say why a request to another server failed, so this finds out whether the server can be reached. */
  async function explainFailure(url: string): Promise<PageAnswer> {
    try {
      const { origin } = new URL(url);
      const signal = AbortSignal.timeout(WAIT_MS);
      await fetch(origin, { ...defaults, method: 'HEAD', mode: 'no-cors', redirect: 'follow', signal });
      return { problem: 'hidden' };
    } catch {
      return { problem: 'unreachable' };
    }
  }

  async function send({ method, url, headers, body }: PageRequest): Promise<PageAnswer> {
    try {
      const content = writeBody(body);
      const response = await fetch(url, {
        ...defaults,
        method,
        headers: headers.map(([name, value]) => [name, value]),
        ...(content !== undefined && { body: content }),
        // A redirect could lead to a server that the reader didn't choose.
        redirect: 'manual',
        signal: AbortSignal.timeout(WAIT_MS),
      });
      if (response.type === 'opaqueredirect') return { problem: 'redirect' };
      return { status: response.status, ...(await readBody(response)) };
    } catch (error) {
      if (error instanceof DOMException && error.name === 'TimeoutError') return { problem: 'late' };
      return explainFailure(url);
    }
  }

  addEventListener('message', ({ data, origin, ports: [port], source }: MessageEvent<PageRequest>) => {
    if (!port || source !== parent || origin !== location.origin) return;
    send(data).then((answer) => port.postMessage(answer), console.error);
  });
}
