import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import { type ComposeOptions, createComposer } from './compose.ts';
import { startMailQueue } from './mail-queue.ts';
import { createOutbox } from './outbox.ts';
import type { Delivery, Transport } from './smtp.ts';

/** What is put into the outbox goes out at once, and what others left in the store too. */
export function startMail(options: ComposeOptions & Pick<Context, 'logger'> & { transport: Transport }) {
  const compose = createComposer(options);
  const queue = startMailQueue({ ...options, compose });
  return { outbox: createOutbox(options.store, options.clock, queue.wake), queue, sendTest };

  /** Not through the queue, so that whoever asked for it learns at once what the mail server says. */
  async function sendTest({ accountId, email }: { accountId: string; email: string }): Promise<Delivery> {
    const id = randomUUID();
    const createdAt = options.clock();
    const message = await compose({
      id,
      kind: 'test-mail',
      accountId,
      email,
      detail: '{}',
      createdAt,
      attempts: 1,
      isUncertain: false,
    });
    if (message === undefined)
      return { outcome: 'refused', reason: 'This account has no e-mail address that anybody confirmed.' };
    return await options.transport.deliver({ id, ...message });
  }
}
