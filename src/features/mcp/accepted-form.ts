/** Format of an answer: one JSON text, or an event stream (`text/event-stream`). */
export type AnswerForm = 'json' | 'events';

const mediaTypes: Readonly<Record<AnswerForm, string>> = {
  json: 'application/json',
  events: 'text/event-stream',
};

/** The `Accept` header that the MCP library requires from every client. */
export const EITHER_FORM = `${mediaTypes.json}, ${mediaTypes.events}`;

/**
 * The formats that a client accepts by its `Accept` header (RFC 9110, section 12.5.1), the preferred one first. Without a
 * header it accepts both. JSON comes first if the client has no preference.
 */
export function parseAcceptedForms(header: string | undefined): AnswerForm[] {
  const ranges = parseMediaRanges(header?.trim() || '*/*');
  const forms: AnswerForm[] = ['json', 'events'];
  const qualities = new Map(forms.map((form) => [form, findQuality(mediaTypes[form], ranges)]));
  const quality = (form: AnswerForm) => qualities.get(form) ?? 0;
  return forms.filter((form) => quality(form) > 0).sort((a, b) => quality(b) - quality(a));
}

interface MediaRange {
  /** For example `application/json`, or `application` with an asterisk as its subtype. */
  range: string;
  quality: number;
}

function parseMediaRanges(header: string): MediaRange[] {
  return header
    .toLowerCase()
    .split(',')
    .map((item) => {
      const [range = '', ...parameters] = item.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
      return { range, quality: weight === undefined ? 1 : readQuality(weight) };
    })
    .filter(({ range }) => range !== '');
}

function readQuality(parameter: string): number {
  const value = parameter.slice(parameter.indexOf('=') + 1).trim();
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(value) ? Number(value) : 0;
}

// The most specific range decides: "application/json;q=0, */*" accepts everything but JSON.
function findQuality(mediaType: string, ranges: readonly MediaRange[]): number {
  const [type = ''] = mediaType.split('/');
  for (const candidate of [mediaType, `${type}/*`, '*/*']) {
    const matching = ranges.filter(({ range }) => range === candidate);
    if (matching.length > 0) return Math.max(...matching.map(({ quality }) => quality));
  }
  return 0;
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
  return targetForm === 'json' ? asJson(answer) : asEvents(answer);
}

function detectForm(contentType: string | null): AnswerForm | undefined {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === mediaTypes.json) return 'json';
  return type === mediaTypes.events ? 'events' : undefined;
}

/** Extracts the answer from an event stream, which may contain notifications before it. */
function asJson({ body }: AnswerBody): AnswerBody {
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
  const parsed: unknown = JSON.parse(message);
  return typeof parsed === 'object' && parsed !== null && !('method' in parsed);
}

function asEvents({ body }: AnswerBody): AnswerBody {
  const parsed: unknown = JSON.parse(body);
  const messages: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  const events = messages.map((message) => `event: message\ndata: ${JSON.stringify(message)}\n\n`);
  return { contentType: mediaTypes.events, body: events.join('') };
}
