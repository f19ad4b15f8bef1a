import { hashToken, looksLikeToken, newToken } from './tokens.ts';

/** The one-time token of the link that creates the first administrator. Only its hash is kept, in memory. */
export interface SetupToken {
  create(now: number): string;
  isValid(token: string, now: number): boolean;
  /** Takes the token for one use; the next taker gets `undefined` until the use is given up. */
  claim(token: string, now: number): SetupUse | undefined;
}

export interface SetupUse {
  /** The use came to nothing for a passing reason: the token is good again. */
  giveUp(): void;
  finish(): void;
}

export function createSetupTokens(lifetimeMs: number): SetupToken {
  let current: { hash: string; expiresAt: number; inUse: boolean } | undefined;

  // Hashes are compared: what time the comparison takes says nothing about the token.
  const valid = (token: string, now: number) =>
    current !== undefined &&
    !current.inUse &&
    now < current.expiresAt &&
    looksLikeToken(token) &&
    hashToken(token) === current.hash;

  return {
    create: (now) => {
      const token = newToken();
      current = { hash: hashToken(token), expiresAt: now + lifetimeMs, inUse: false };
      return token;
    },
    isValid: valid,
    claim: (token, now) => {
      const claimed = current;
      if (claimed === undefined || !valid(token, now)) return undefined;
      claimed.inUse = true;
      return {
        giveUp: () => {
          claimed.inUse = false;
        },
        finish: () => {
          if (current === claimed) current = undefined;
        },
      };
    },
  };
}
