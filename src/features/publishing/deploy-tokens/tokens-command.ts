import { openStore } from '../../../accounts/store/store.ts';
import { nameCommandLineActor } from '../../../command/command-line-actor.ts';
import {
  type CommandResult,
  fail,
  type ParsedArguments,
  rejectSubcommand,
  rejectSurplus,
  succeed,
  withStore,
} from '../../../command/define-command.ts';
import { formatJson, formatMinute, formatTable, toPrintable } from '../../../command/terminal-text.ts';
import type { Environment } from '../../../config/environment.ts';
import { tokenName } from '../../../model/api/token-fields.ts';
import { formatCommand } from '../../../shared/call-of.ts';
import { DAY_MS, formatIsoDay } from '../../../shared/duration.ts';
import { toIsoTimes } from '../../../shared/iso-times.ts';
import { accountsFile } from '../../../storage/tables.ts';
import { createDeployTokens, DEPLOY_TOKEN_DAYS_MAX, type ListedDeployToken } from './deploy-tokens.ts';

export type TokensCommand =
  | { name: 'list-tokens'; json: boolean }
  | { name: 'add-token'; tokenName: string; days: number }
  | { name: 'revoke-token'; id: string };

const DEFAULT_DAYS = 365;

/** Parses what follows `releases tokens`. */
export function parseTokensCommand(
  [subcommand, ...rest]: readonly string[],
  { json = false, days: daysText }: { json?: boolean | undefined; days?: string | undefined },
): ParsedArguments<TokensCommand> {
  if (subcommand === undefined) return { input: { name: 'list-tokens', json } };
  const [nameOrId, ...surplus] = rest;
  if (subcommand === 'end') {
    if (nameOrId === undefined) return { misuse: 'The id of the token is missing: tokens end <id>' };
    return rejectSurplus(surplus) ?? { input: { name: 'revoke-token', id: nameOrId } };
  }
  if (subcommand !== 'add') return rejectSubcommand(`tokens ${subcommand}`, ['tokens add', 'tokens end']);
  const { data: name } = tokenName.safeParse(nameOrId);
  if (name === undefined)
    return { misuse: 'The token needs a name, for example: tokens add "GitHub Actions"' };
  const days = daysText === undefined ? DEFAULT_DAYS : Number(daysText);
  if (!Number.isInteger(days) || days < 1 || days > DEPLOY_TOKEN_DAYS_MAX)
    return { misuse: `--days must be a whole number from 1 to ${DEPLOY_TOKEN_DAYS_MAX}.` };
  return rejectSurplus(surplus) ?? { input: { name: 'add-token', tokenName: name, days } };
}

export function runTokensCommand(command: TokensCommand, environment: Environment): Promise<CommandResult> {
  return withStore(environment, { file: accountsFile, open: openStore }, async (store) => {
    const tokens = createDeployTokens(store);
    const actor = { by: nameCommandLineActor() };
    switch (command.name) {
      case 'list-tokens':
        return showTokens(await tokens.list(), command.json);
      case 'add-token': {
        const result = await tokens.make({ name: command.tokenName, forMs: command.days * DAY_MS }, actor);
        if (result.outcome === 'full')
          return fail(
            `There are already ${result.max} deploy tokens, which is the limit. Revoke one first: ${formatCommand('releases', 'tokens end <id>')}`,
          );
        const { id, expiresAt } = result.token;
        return {
          exitCode: 0,
          // Only the token goes to standard output, so that it can be piped.
          out: result.secret,
          err: `Created the token ${id}, which expires on ${formatIsoDay(expiresAt)}. Save it now. You won't see it again:`,
        };
      }
      case 'revoke-token': {
        const id = toPrintable(command.id);
        return (await tokens.end(command.id, actor))
          ? succeed(`Revoked the token ${id}.`)
          : fail(
              `There is no deploy token ${id}. To list the tokens, run: ${formatCommand('releases', 'tokens')}`,
            );
      }
    }
  });
}

function showTokens(tokens: readonly ListedDeployToken[], json: boolean): CommandResult {
  if (json)
    return succeed(formatJson(tokens.map((row) => toIsoTimes(row, 'createdAt', 'expiresAt', 'lastUsedAt'))));
  if (tokens.length === 0)
    return succeed(`No deploy tokens. To create one, run: ${formatCommand('releases', 'tokens add <name>')}`);
  const rows = tokens.map(({ id, name, madeBy, createdAt, expiresAt, lastUsedAt }) => [
    id,
    toPrintable(name),
    toPrintable(madeBy),
    formatIsoDay(createdAt),
    formatIsoDay(expiresAt),
    formatMinute(lastUsedAt),
  ]);
  return succeed(formatTable([['Id', 'Name', 'Created by', 'Created', 'Expires', 'Last used'], ...rows]));
}
