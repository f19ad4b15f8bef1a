import frameName from 'virtual:request-frame';
import * as texts from 'virtual:site/texts';
import { fillText } from '../fill-text.ts';
import type { PageAnswer, PageRequest } from './request-frame.ts';

export type { PageAnswer, PageRequest } from './request-frame.ts';

/** The frame waits less than this for a server, and then for the explanation why none answered. */
const FRAME_WAIT_MS = 70_000;

/**
 * Sends a request from the reader's browser to a server that the site's configuration names, in a document that may call
 * such servers. It is sent without cookies. Resolves in any case.
 */
export function sendRequest(request: PageRequest): Promise<PageAnswer> {
  return new Promise((resolve) => {
    const frame = document.createElement('iframe');
    const { port1: port, port2 } = new MessageChannel();
    const end = (answer: PageAnswer) => {
      clearTimeout(timer);
      port.close();
      frame.remove();
      resolve(answer);
    };
    const timer = setTimeout(() => end({ problem: 'late' }), FRAME_WAIT_MS);
    port.onmessage = ({ data }: MessageEvent<PageAnswer>) => end(data);
    frame.hidden = true;
    frame.title = texts.apiRequest;
    frame.src = new URL(frameName, import.meta.url).href;
    frame.addEventListener('load', () => {
      frame.contentWindow?.postMessage(request, location.origin, [port2]);
    });
    document.body.append(frame);
  });
}

/** Longer answers are cut off here. */
const SHOWN_MAX_CHARACTERS = 100_000;

/** The body of an answer as the reader sees it: JSON with indentation, and a line about anything that isn't text. */
export function formatAnswer(answer: Extract<PageAnswer, { status: number }>): string {
  const { text, type, bytes, isCut } = answer;
  if (text === undefined)
    return fillText(isCut ? texts.tryItLargeFile : texts.tryItFile, { size: String(bytes), type });
  if (text === '') return texts.tryItNothing;
  const shownText = indent(text).slice(0, SHOWN_MAX_CHARACTERS);
  return isCut || text.length > SHOWN_MAX_CHARACTERS ? `${shownText}\n${texts.tryItCut}` : shownText;
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Explains to the reader why there is no answer, and what to do. */
export function explainProblem(
  { problem }: Extract<PageAnswer, { problem: string }>,
  server: string,
): string {
  const values = { server, origin: location.origin };
  switch (problem) {
    case 'redirect':
      return texts.tryItRedirect;
    case 'late':
      return fillText(texts.tryItLate, values);
    case 'unreachable':
      return fillText(texts.tryItUnreachable, values);
    case 'hidden':
      return fillText(texts.tryItHidden, values);
  }
}
