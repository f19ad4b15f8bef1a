import { findMediaQuality } from '../../server/http/media-ranges.ts';

/** Format of an answer: one JSON text, or an event stream (`text/event-stream`). */
type AnswerForm = 'json' | 'events';

const mediaTypes: Readonly<Record<AnswerForm, string>> = {
  json: 'application/json',
  events: 'text/event-stream',
};

/** The `Accept` header that the MCP library requires from every client. */
export const EITHER_FORM = `${mediaTypes.json}, ${mediaTypes.events}`;

export interface AcceptedForms {
  /** The preferred format first. */
  forms: AnswerForm[];
  /** Whether the client prefers one format to the other, or accepts only one. */
  isOrdered: boolean;
}

/** The formats that a client accepts by its `Accept` header. Without a header it accepts both. */
export function parseAcceptedForms(header: string | undefined): AcceptedForms {
  const json = findMediaQuality(header, mediaTypes.json);
  const events = findMediaQuality(header, mediaTypes.events);
  const forms: AnswerForm[] = json >= events ? ['json', 'events'] : ['events', 'json'];
  return {
    forms: forms.filter((form) => (form === 'json' ? json : events) > 0),
    isOrdered: json !== events,
  };
}

interface AnswerBody {
  /** `Content-Type` of the answer, if it has a body. */
  contentType: string | null;
  body: string;
}

/** Converts an answer to the first of these formats. Answers in another format and empty answers stay unchanged. */
export function convertToForm(answer: AnswerBody, forms: readonly AnswerForm[]): AnswerBody {
  const current = detectForm(answer.contentType);
  const [targetForm] = forms;
  if (current === undefined || targetForm === undefined || current === targetForm || answer.body === '')
    return answer;
  return targetForm === 'json' ? toJson(answer) : toEvents(answer);
}

function detectForm(contentType: string | null): AnswerForm | undefined {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === mediaTypes.json) return 'json';
  return type === mediaTypes.events ? 'events' : undefined;
}

/** Extracts the answer from an event stream, which may contain notifications before it. */
function toJson({ body }: AnswerBody): AnswerBody {
  const messages = body
    .split(/\r?\n\r?\n/)
    .map((event) =>
      event
        .split(/\r?\n/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice('data:'.length).replace(/^ /, ''))
        .join('\n'),
    )
    .filter((data) => data.trim() !== '');
  const answers = messages.filter(isAnswer);
  const json = answers.length === 1 ? (answers[0] ?? '') : `[${answers.join(',')}]`;
  return { contentType: mediaTypes.json, body: json };
}

/** JSON-RPC answers have a result or an error, and no method. */
function isAnswer(message: string): boolean {
  const parsedJson: unknown = JSON.parse(message);
  return typeof parsedJson === 'object' && parsedJson !== null && !('method' in parsedJson);
}

function toEvents({ body }: AnswerBody): AnswerBody {
  const parsedJson: unknown = JSON.parse(body);
  const messages: unknown[] = Array.isArray(parsedJson) ? parsedJson : [parsedJson];
  const events = messages.map((message) => `event: message\ndata: ${JSON.stringify(message)}\n\n`);
  return { contentType: mediaTypes.events, body: events.join('') };
}
