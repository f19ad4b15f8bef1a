import type { createSecretCipher } from './factors/encrypted-secret.ts';
import type { IdentityLimits } from './limits.ts';
import type { Outbox } from './mail/outbox.ts';
import type { HashingQueue } from './passwords/hashing-queue.ts';
import type { Store } from './store/store.ts';

/** The part of a logger that is used here; pino's and Fastify's fit. */
interface IdentityLogger {
  /** For engineers who follow what happens; absent where nobody does. */
  debug?(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** What all parts of an identity work with. */
export interface Context {
  store: Store;
  clock: () => number;
  limits: IdentityLimits;
  logger: IdentityLogger;
  passwords: HashingQueue;
  /** Whose accounts may read: those of another provider, from before, have neither sign-in nor session. */
  issuer: string;
  /** Where mail goes; without it links are shown to whoever makes them, and nobody is notified. */
  mail?: Outbox | undefined;
  /** The groups of the site that values of a provider's claim stand for. */
  groupsOf: (claims: readonly string[]) => readonly string[];
  /** What no password here may be made of: the name of the site. */
  words: readonly string[];
  /** Who must have a second factor. */
  secondFactor: SecondFactorRule;
  /** Seals the secrets of one-time codes; without it there are none. */
  secrets?: ReturnType<typeof createSecretCipher> | undefined;
}

export type SecondFactorRule = 'off' | 'administrators' | 'everybody';

/** For work whose failure must not fail what it belongs to. */
export async function quietly(
  { logger }: Pick<Context, 'logger'>,
  message: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    logger.warn({ err: error }, message);
  }
}

/** What is told has happened, whether anybody can be told or not. */
export function notify(
  context: Pick<Context, 'mail' | 'logger'>,
  kind: Parameters<Outbox['put']>[0],
  { id, email }: { id: string; email: string },
  detail?: Parameters<Outbox['put']>[2],
): Promise<void> {
  return quietly(context, 'A notice could not be written.', async () =>
    context.mail?.put(kind, { email, accountId: id }, detail),
  );
}
