import type { SecretCipher } from './factors/encrypted-secret.ts';
import type { IdentityLimits } from './limits.ts';
import type { Outbox } from './mail/outbox.ts';
import type { HashingQueue } from './passwords/hashing-queue.ts';
import type { TokenResolver } from './personal-tokens/token-resolver.ts';
import type { Store } from './store/store.ts';
import type { Throttle } from './throttle.ts';

/** The methods of a logger that this room uses; pino's and Fastify's loggers have them. */
interface IdentityLogger {
  /** For engineers who follow each step. Undefined where the log level leaves it out. */
  debug?(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Dependencies and settings that all parts of this room share. */
export interface Context {
  store: Store;
  clock: () => number;
  limits: IdentityLimits;
  logger: IdentityLogger;
  passwords: HashingQueue;
  /** Identity provider whose accounts may read. Accounts of an earlier provider can't sign in and have no sessions. */
  issuer: string;
  /** Outgoing mail. Without it, links are shown to the administrator who creates them, and no one is notified. */
  mail?: Outbox | undefined;
  /** Maps the values of a provider's claim to groups of the site. */
  findGroups: (claims: readonly string[]) => readonly string[];
  /** Words that passwords must not consist of, such as the name of the site. */
  words: readonly string[];
  /** Which accounts must have a second factor. */
  secondFactor: SecondFactorRule;
  /** Encrypts the secrets of one-time codes. Without it, one-time codes aren't available. */
  secrets?: SecretCipher | undefined;
}

/** The parts of this room that features rely on for services of their own. */
export interface AccountParts
  extends Pick<Context, 'store' | 'clock' | 'limits' | 'logger' | 'issuer' | 'mail'> {
  /** Limits attempts by address and account, in windows that all processes share. */
  throttle: Throttle;
  /** Finds tokens. A feature that revokes tokens removes them from its cache. */
  tokenResolver: TokenResolver;
}

export type SecondFactorRule = 'off' | 'administrators' | 'everybody';

/** Runs work and logs its failure with this message, for work whose failure must not fail its caller. */
export async function logFailure(
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

/** Queues a mail that tells the owner what has happened. A failure is only logged. */
export function notify(
  context: Pick<Context, 'mail' | 'logger'>,
  kind: Parameters<Outbox['put']>[0],
  { id, email }: { id: string; email: string },
  detail?: Parameters<Outbox['put']>[2],
): Promise<void> {
  return logFailure(context, "A notification couldn't be queued.", async () =>
    context.mail?.put(kind, { email, accountId: id }, detail),
  );
}
