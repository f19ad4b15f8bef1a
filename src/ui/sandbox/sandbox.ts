/**
 * The door `gatehouse/sandbox`, for the live parts of a site: runs a script of the site's, and through it code that
 * readers have changed, where it reaches neither the page nor the network.
 */

import frameName from 'virtual:sandbox-frame';
import { readJson } from '../../shared/json.ts';

export interface Sandbox {
  /** To the script: as `message` events, like those of any worker. */
  send(message: unknown): void;
  close(): void;
}

export interface SandboxOptions {
  /**
   * Text of a classic script. Each of its messages is JSON as a text, of 500,000 characters at most. It posts one when it
   * has begun, and answers each `{ ping }` with `{ pong: ping }`: so it shows that it is alive.
   */
  script: string;
  /** `message`: of the JSON. */
  onMessage(message: unknown): void;
  /** It is gone: it was silent for too long, said too much, or could not begin. */
  onStop(why: 'silent' | 'loud' | 'broken'): void;
}

const PING_MS = 500;
/** Not a time: where the page itself cannot keep up, neither is counted. */
const PINGS_MISSED = 5;
/** The frame's document has to come first, and a busy machine is slow to start a thread. */
const PINGS_BEFORE_BEGIN = 60;
/** Between two answers. */
const MESSAGES_MAX = 2000;

/** What the frame says itself is no text. */
type Said = string | { stop: 'loud' | 'broken' };

export function openSandbox({ script, onMessage, onStop }: SandboxOptions): Sandbox {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.hidden = true;
  frame.src = new URL(frameName, import.meta.url).href;
  const { port1: port, port2 } = new MessageChannel();
  let hasBegun = false;
  let missed = 0;
  let messages = 0;
  /** Nobody can guess it: code that never pauses cannot answer. */
  let ping = '';

  const close = () => {
    clearInterval(timer);
    port.close();
    // Its worker ends with it.
    frame.remove();
  };
  const stop = (why: Parameters<typeof onStop>[0]) => {
    close();
    onStop(why);
  };
  port.onmessage = ({ data }: MessageEvent<Said>) => {
    if (typeof data !== 'string') return stop(data.stop);
    if (!hasBegun) [hasBegun, missed] = [true, 0];
    messages += 1;
    if (messages > MESSAGES_MAX) return stop('loud');
    // What is no JSON is nothing that anybody waits for.
    const message = readJson(data);
    if (!isPong(message)) onMessage(message);
    else if (message.pong === ping) [missed, messages, ping] = [0, 0, ''];
  };
  const timer = setInterval(() => {
    missed += 1;
    if (!hasBegun) {
      if (missed > PINGS_BEFORE_BEGIN) stop('broken');
      return;
    }
    if (missed > PINGS_MISSED) return stop('silent');
    if (ping !== '') return;
    ping = crypto.getRandomValues(new Uint32Array(4)).join();
    port.postMessage({ ping });
  }, PING_MS);
  frame.addEventListener('load', () => {
    // Of an origin that has no name.
    frame.contentWindow?.postMessage(script, '*', [port2]);
  });
  document.body.append(frame);
  return { send: (message) => port.postMessage(message), close };
}

function isPong(message: unknown): message is { pong: unknown } {
  return typeof message === 'object' && message !== null && 'pong' in message;
}
