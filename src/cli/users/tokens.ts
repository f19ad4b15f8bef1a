import type { Account } from '../../accounts/account.ts';
import type { Identity } from '../../accounts/create-identity.ts';
import { callOf } from '../../shared/call-of.ts';
import { dayOf } from '../../shared/duration.ts';
import { isoTimes } from '../../shared/iso-times.ts';
import { type Answer, done, failed } from '../command.ts';
import { commandLine } from '../command-line-actor.ts';
import { inColumns, jsonText, minuteOf, printable } from '../terminal-text.ts';

export type PersonalTokens = Pick<Identity['tokens'], 'list' | 'end' | 'endAll'>;

export async function listTokens({ id, email }: Account, tokens: PersonalTokens, json: boolean) {
  const rows = await tokens.list(id);
  if (json) return done(jsonText(rows.map((row) => isoTimes(row, 'createdAt', 'expiresAt', 'lastUsedAt'))));
  if (rows.length === 0) return done(`${email} has no tokens.`);
  const cells = rows.map(({ id, name, createdAt, expiresAt, lastUsedAt }) => [
    id,
    printable(name),
    ...[createdAt, expiresAt].map(dayOf),
    minuteOf(lastUsedAt),
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
        `${account.email} has no token ${printable(id)}. Look with: ${callOf('users', `tokens ${account.email}`)}`,
      );
}
