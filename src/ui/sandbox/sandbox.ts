/**
 * `gatehouse/sandbox`, for live parts of a site: runs a script of the site, and with it code that readers have changed,
 * without access to the page or the network.
 */

import frameName from 'virtual:sandbox-frame';
import { readJson } from '../../shared/json.ts';

export interface Sandbox {
  /** Sends a message to the script, which gets it as a `message` event, like in any worker. */
  send(message: unknown): void;
  close(): void;
}

export interface SandboxOptions {
  /**
   * Text of a classic script. Its messages are JSON texts of at most 500,000 characters. It posts one when it has
   * started, and answers each `{ ping }` with `{ pong: ping }` to show that it is alive.
   */
  script: string;
  /** `message`: the parsed JSON. */
  onMessage(message: unknown): void;
  /** The script was stopped because it was silent for too long, sent too much, or couldn't start. */
  onStop(why: 'silent' | 'loud' | 'broken'): void;
}

const PING_MS = 500;
/** Counted in pings instead of time: if the page itself is slow, neither side counts. */
const PINGS_MISSED = 5;
/** Starting takes longer: the frame's document has to load, and a busy machine is slow to start a thread. */
const PINGS_BEFORE_BEGIN = 60;
/** Messages allowed between two pongs. */
const MESSAGES_MAX = 2000;

/** Messages of the frame itself aren't texts. */
type FrameMessage = string | { stop: 'loud' | 'broken' };

export function openSandbox({ script, onMessage, onStop }: SandboxOptions): Sandbox {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.hidden = true;
  frame.src = new URL(frameName, import.meta.url).href;
  const { port1: port, port2 } = new MessageChannel();
  let hasBegun = false;
  let missedPings = 0;
  let messages = 0;
  /** Unguessable, so that code that never pauses can't fake an answer. */
  let ping = '';

  const close = () => {
    clearInterval(timer);
    port.close();
    // Removing the frame ends its worker.
    frame.remove();
  };
  const stop = (why: Parameters<typeof onStop>[0]) => {
    close();
    onStop(why);
  };
  port.onmessage = ({ data }: MessageEvent<FrameMessage>) => {
    if (typeof data !== 'string') return stop(data.stop);
    if (!hasBegun) [hasBegun, missedPings] = [true, 0];
    messages += 1;
    if (messages > MESSAGES_MAX) return stop('loud');
    // Ignore anything that isn't JSON.
    const message = readJson(data);
    if (!isPong(message)) onMessage(message);
    else if (message.pong === ping) [missedPings, messages, ping] = [0, 0, ''];
  };
  const timer = setInterval(() => {
    missedPings += 1;
    if (!hasBegun) {
      if (missedPings > PINGS_BEFORE_BEGIN) stop('broken');
      return;
    }
    if (missedPings > PINGS_MISSED) return stop('silent');
    if (ping !== '') return;
    ping = crypto.getRandomValues(new Uint32Array(4)).join();
    port.postMessage({ ping });
  }, PING_MS);
  frame.addEventListener('load', () => {
    // Its origin is opaque, so it can't be named.
    frame.contentWindow?.postMessage(script, '*', [port2]);
  });
  document.body.append(frame);
  return { send: (message) => port.postMessage(message), close };
}

function isPong(message: unknown): message is { pong: unknown } {
  return typeof message === 'object' && message !== null && 'pong' in message;
}
