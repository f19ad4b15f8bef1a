import type { Identity } from '../src/accounts/create-identity.ts';
import type { ListedToken } from '../src/accounts/personal-tokens/personal-tokens.ts';
import { createPersonalToken } from '../src/features/personal-tokens/create-token.ts';

interface PersonalTokenOptions {
  name?: string;
  forMs?: number;
}

/** Creates a personal token for an account, valid for an hour unless `forMs` says otherwise. */
export async function createTestToken(
  { parts }: Pick<Identity, 'parts'>,
  accountId: string,
  { name = 'Test', forMs = 3_600_000 }: PersonalTokenOptions = {},
): Promise<{ token: ListedToken; secret: string }> {
  const result = await createPersonalToken(parts, { accountId }, { name, forMs, from: '192.0.2.1' });
  if (result.outcome !== 'created') throw new Error(`The token wasn't created: ${result.outcome}.`);
  return result;
}
