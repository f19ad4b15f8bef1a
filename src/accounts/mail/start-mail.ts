import type { Context } from '../context.ts';
import { type ComposeOptions, createComposer } from './compose.ts';
import { startMailQueue } from './mail-queue.ts';
import { createOutbox } from './outbox.ts';
import type { Transport } from './smtp.ts';

/** What is put into the outbox goes out at once, and what others left in the store too. */
export function startMail(options: ComposeOptions & Pick<Context, 'logger'> & { transport: Transport }) {
  const queue = startMailQueue({ ...options, compose: createComposer(options) });
  return { outbox: createOutbox(options.store, options.clock, queue.wake), queue };
}
