import type { Account } from '../../accounts/account.ts';
import type { Identity } from '../../accounts/create-identity.ts';
import { nameCommandLineActor } from '../../command/command-line-actor.ts';
import { type CommandResult, fail, succeed } from '../../command/define-command.ts';
import {
  formatCount,
  formatJson,
  formatMinute,
  formatTable,
  toPrintable,
} from '../../command/terminal-text.ts';
import { formatCommand } from '../../shared/call-of.ts';
import { formatIsoDay } from '../../shared/duration.ts';
import { toIsoTimes } from '../../shared/iso-times.ts';

export type PersonalTokens = Pick<Identity['tokens'], 'list' | 'end' | 'endAll'>;

export async function listTokens({ id, email }: Account, tokens: PersonalTokens, json: boolean) {
  const rows = await tokens.list(id);
  if (json)
    return succeed(formatJson(rows.map((row) => toIsoTimes(row, 'createdAt', 'expiresAt', 'lastUsedAt'))));
  if (rows.length === 0) return succeed(`${email} has no tokens.`);
  const cells = rows.map(({ id, name, createdAt, expiresAt, lastUsedAt }) => [
    id,
    toPrintable(name),
    formatIsoDay(createdAt),
    formatIsoDay(expiresAt),
    formatMinute(lastUsedAt),
  ]);
  return succeed(formatTable([['Id', 'Name', 'Created', 'Expires', 'Last used'], ...cells]));
}

/** Revokes one token, or all tokens of the account without an id. */
export async function revokeTokens(
  account: Account,
  tokens: PersonalTokens,
  id: string | undefined,
): Promise<CommandResult> {
  const actor = { by: nameCommandLineActor() };
  if (id === undefined) {
    const count = await tokens.endAll(account.id, actor);
    return succeed(`Revoked ${formatCount(count, 'token')} of ${account.email}.`);
  }
  return (await tokens.end(account.id, id, actor))
    ? succeed(`Revoked the token ${id} of ${account.email}.`)
    : fail(
        `${account.email} has no token ${toPrintable(id)}. To list the tokens, run: ${formatCommand('users', `tokens ${account.email}`)}`,
      );
}
