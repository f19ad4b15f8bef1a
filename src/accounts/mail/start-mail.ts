import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import { type ComposeOptions, createComposer } from './compose.ts';
import { startMailQueue } from './mail-queue.ts';
import { createOutbox } from './outbox.ts';
import type { Delivery, Transport } from './smtp.ts';

/**
 * Starts outgoing mail: an outbox whose mails are sent immediately, and a queue that also sends mails of other
 * processes.
 */
export function startMail(options: ComposeOptions & Pick<Context, 'logger'> & { transport: Transport }) {
  const compose = createComposer(options);
  const queue = startMailQueue({ ...options, compose });
  return { outbox: createOutbox(options.store, options.clock, queue.wake), queue, sendTest };

  /** Bypasses the queue, so that the administrator immediately sees the mail server's answer. */
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
      return { outcome: 'refused', reason: "This account's email address hasn't been verified." };
    return await options.transport.deliver({ id, ...message });
  }
}
