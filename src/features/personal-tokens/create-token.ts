import type { SignedInUser } from '../../accounts/account.ts';
import { createNoteWriter } from '../../accounts/audit.ts';
import type { AccountParts } from '../../accounts/context.ts';
import { type ListedToken, toListedToken } from '../../accounts/personal-tokens/personal-tokens.ts';
import { createPersonalTokenText } from '../../accounts/personal-tokens/token-text.ts';
import { derivePublicId, hashToken } from '../../accounts/sessions/tokens.ts';
import type { PersonalToken } from '../../accounts/store/token-store.ts';
import { formatIsoDay } from '../../shared/duration.ts';

type CreateTokenResult =
  /** `secret`: the token itself, which can't be shown again. */
  | { outcome: 'created'; token: ListedToken; secret: string }
  /** The account has the maximum number of tokens. */
  | { outcome: 'full' }
  /** This site has no personal tokens, or not with such a long lifetime. */
  | { outcome: 'refused' };

/** Creates a personal token that expires after `forMs`. `from`: the address of the request. */
export async function createPersonalToken(
  { store, clock, limits }: Pick<AccountParts, 'store' | 'clock' | 'limits'>,
  { accountId }: Pick<SignedInUser, 'accountId'>,
  { name, forMs, from }: { name: string; forMs: number; from: string },
): Promise<CreateTokenResult> {
  const { longestMs, max } = limits.tokens;
  if (forMs <= 0 || forMs > longestMs) return { outcome: 'refused' };
  const secret = createPersonalTokenText();
  const createdAt = clock();
  const token: PersonalToken = {
    tokenHash: hashToken(secret),
    accountId,
    name,
    createdAt,
    expiresAt: createdAt + forMs,
    lastUsedAt: null,
    client: null,
  };
  const detail = `${name} (${derivePublicId(token.tokenHash)}), until ${formatIsoDay(token.expiresAt)}`;
  switch (await store.addToken(token, max, createNoteWriter(clock)('token-made', { from, detail }))) {
    case 'added':
      return { outcome: 'created', token: toListedToken(token, longestMs), secret };
    case 'full':
      return { outcome: 'full' };
    case 'gone':
      return { outcome: 'refused' };
  }
}
