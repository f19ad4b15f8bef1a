import type { CaseFacts } from '../definition.ts';

interface RequestOptions {
  url?: string;
  type?: string;
  method?: string;
  headers?: Record<string, string>;
  data?: string | undefined;
  dataType?: string;
  success?: (answer: unknown) => void;
  error?: (request: { status: number; responseText: string }) => void;
}

/** Case notes of the story, with those that the reader added since the form was opened. */
const notes = [
  {
    usr_uid: 'b6946ff91c7da5a409fb5e96e1352c8d',
    note_date: '2026-03-09 10:40:12',
    note_content: 'Are both stations already paid for?',
  },
];

/**
 * Answers the REST calls that the manual shows, without a network: the notes of the case. Everything else is
 * not found.
 */
export function answerRequest(
  options: RequestOptions,
  facts: CaseFacts,
  token: string,
  later: (action: () => void, milliseconds: number) => void,
): Promise<unknown> {
  const promise = new Promise<unknown>((resolve, reject) => {
    later(() => {
      const { status, body } = answer(options, facts, token);
      const text = body === undefined ? '' : JSON.stringify(body);
      if (status >= 400) {
        const request = { status, responseText: text };
        options.error?.(request);
        reject(request);
        return;
      }
      const result = options.dataType === 'text' ? text : body;
      options.success?.(result);
      resolve(result);
    }, ANSWER_MS);
  });
  return Object.assign(promise, {
    done: (action: (value: unknown) => void) => promise.then(action, () => {}),
    fail: (action: (request: unknown) => void) => promise.catch(action),
    always: (action: () => void) => promise.then(action, action),
  });
}

const ANSWER_MS = 80;

function answer(
  { url = '', type, method, headers = {}, data }: RequestOptions,
  { host, workspace, caseUid }: CaseFacts,
  token: string,
): { status: number; body?: unknown } {
  const createRefusal = (status: number, message: string) => ({
    status,
    body: { error: { code: status, message } },
  });
  if (headers.Authorization !== `Bearer ${token}`) return createRefusal(401, 'Unauthorized');
  const base = `${host}/api/1.0/${workspace}/cases/${caseUid}`;
  const verb = (type ?? method ?? 'GET').toUpperCase();
  if (verb === 'GET' && url === `${base}/notes`) return { status: 200, body: notes };
  if (verb === 'POST' && url === `${base}/note`) {
    const content: unknown = JSON.parse(data ?? '{}').note_content;
    if (typeof content !== 'string' || content === '')
      return createRefusal(400, 'Bad Request: note_content is missing');
    return { status: 200 };
  }
  return createRefusal(404, 'Not Found');
}
