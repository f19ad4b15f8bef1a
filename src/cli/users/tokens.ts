import type { Account } from '../../accounts/account.ts';
import type { Identity } from '../../accounts/identity.ts';
import { type Answer, done, failed } from '../command.ts';
import { commandLine } from '../command-line-actor.ts';
import { inColumns, printable } from '../terminal-text.ts';

export type PersonalTokens = Pick<Identity['tokens'], 'list' | 'end' | 'endAll'>;

export async function listTokens({ id, email }: Account, tokens: PersonalTokens, json: boolean) {
  const rows = (await tokens.list(id)).map(({ createdAt, expiresAt, lastUsedAt, ...token }) => ({
    ...token,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
  }));
  if (json) return done(JSON.stringify(rows, null, 2));
  if (rows.length === 0) return done(`${email} has no tokens.`);
  const cells = rows.map(({ id, name, createdAt, expiresAt, lastUsedAt }) => [
    id,
    printable(name),
    ...[createdAt, expiresAt].map((time) => time.slice(0, 10)),
    lastUsedAt === null ? 'never' : lastUsedAt.replace(/:\d\d\.\d+Z$/, 'Z'),
  ]);
  return done(inColumns([['Id', 'Name', 'Made', 'Until', 'Last used'], ...cells]));
}

export async function endTokens(
  account: Account,
  tokens: PersonalTokens,
  id: string | undefined,
): Promise<Answer> {
  const by = { by: commandLine() };
  if (id === undefined) {
    const ended = await tokens.endAll(account.id, by);
    return done(`${ended === 1 ? '1 token' : `${ended} tokens`} of ${account.email} ended.`);
  }
  return (await tokens.end(account.id, id, by))
    ? done(`The token ${id} of ${account.email} has ended.`)
    : failed(
        `${account.email} has no token ${printable(id)}. Look with: npm run users -- tokens ${account.email}`,
      );
}
