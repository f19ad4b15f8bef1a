import type { Context } from '../context.ts';
import type { Store } from '../store/store.ts';
import { createComposer } from './compose.ts';
import { startMailQueue } from './mail-queue.ts';
import { createOutbox } from './outbox.ts';
import type { Transport } from './smtp.ts';

interface MailOptions extends Pick<Context, 'clock' | 'limits' | 'logger'> {
  store: Store;
  transport: Transport;
  baseUrl: string;
  basePath?: () => string;
  language: () => string;
}

/** What is put into the outbox goes out at once, and what others left in the store too. */
export function startMail(options: MailOptions) {
  const queue = startMailQueue({ ...options, compose: createComposer(options) });
  return { outbox: createOutbox(options.store, options.clock, queue.wake), queue };
}
