import { once } from 'node:events';
import { z } from 'zod';

/** A connection of WebDriver BiDi: commands with their answers, and events. */
export interface Bidi {
  send<Name extends keyof Answers>(method: Name, params: object): Promise<z.infer<Answers[Name]>>;
  on(event: string, listener: (params: Record<string, unknown>) => void): void;
  close(): void;
}

type Answers = typeof answers;

/** The commands that the tests send, each with the parts of its answer that they read. */
const answers = {
  'session.new': z.unknown(),
  'session.subscribe': z.unknown(),
  'browsingContext.create': z.object({ context: z.string() }),
  'browsingContext.setViewport': z.unknown(),
  'browsingContext.navigate': z.unknown(),
  'browsingContext.reload': z.unknown(),
  'browsingContext.traverseHistory': z.unknown(),
  'browsingContext.captureScreenshot': z.object({ data: z.string() }),
  'browsingContext.print': z.object({ data: z.string() }),
  'browsingContext.close': z.unknown(),
  'input.performActions': z.unknown(),
  'script.callFunction': z.object({
    result: z.object({ value: z.string() }).default({ value: 'null' }),
    exceptionDetails: z.object({ text: z.string() }).optional(),
  }),
} as const;

const message = z.union([
  z.object({ type: z.literal('success'), id: z.number(), result: z.unknown() }),
  z.object({ type: z.literal('error'), id: z.number(), error: z.string(), message: z.string() }),
  z.object({ type: z.literal('event'), method: z.string(), params: z.record(z.string(), z.unknown()) }),
]);

export async function connectBidi(address: string): Promise<Bidi> {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const pendingCommands = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners: { event: string; listener: (params: Record<string, unknown>) => void }[] = [];
  let commands = 0;
  socket.addEventListener('message', ({ data }) => {
    const receivedMessage = message.parse(JSON.parse(String(data)));
    switch (receivedMessage.type) {
      case 'event':
        for (const { event, listener } of listeners)
          if (event === receivedMessage.method) listener(receivedMessage.params);
        return;
      case 'success':
        return pendingCommands.get(receivedMessage.id)?.resolve(receivedMessage.result);
      case 'error':
        return pendingCommands
          .get(receivedMessage.id)
          ?.reject(new Error(`${receivedMessage.error}: ${receivedMessage.message}`));
    }
  });
  socket.addEventListener('close', () => {
    for (const { reject } of pendingCommands.values()) reject(new Error('The browser has gone.'));
  });
  return {
    async send(method, params) {
      const id = ++commands;
      const answer = Promise.withResolvers<unknown>();
      pendingCommands.set(id, answer);
      socket.send(JSON.stringify({ id, method, params }));
      try {
        // The list gives the type of each command's answer next to its name.
        return answers[method].parse(await answer.promise) as z.infer<Answers[typeof method]>;
      } finally {
        pendingCommands.delete(id);
      }
    },
    on: (event, listener) => void listeners.push({ event, listener }),
    close: () => socket.close(),
  };
}
