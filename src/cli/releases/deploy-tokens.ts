import { createDeployTokens, DEPLOY_TOKEN_DAYS_MAX } from '../../accounts/deploy-tokens/deploy-tokens.ts';
import { openStore } from '../../accounts/store/store.ts';
import type { Environment } from '../../config/environment.ts';
import { tokenName } from '../../model/api/deploy-tokens.ts';
import { callOf } from '../../shared/call-of.ts';
import { DAY_MS, dayOf } from '../../shared/duration.ts';
import { isoTimes } from '../../shared/iso-times.ts';
import { type Answer, done, failed, noMore, noSuchCommand, type Parsed, withStore } from '../command.ts';
import { commandLine } from '../command-line-actor.ts';
import { inColumns, jsonText, minuteOf, printable } from '../terminal-text.ts';

export type TokensCommand =
  | { name: 'tokens'; json: boolean }
  | { name: 'add-token'; token: string; days: number }
  | { name: 'end-token'; id: string };

const USUAL_DAYS = 365;

export function parseTokens(
  [what, ...more]: readonly string[],
  { json = false, days }: { json?: boolean | undefined; days?: string | undefined },
): Parsed<TokensCommand> {
  if (what === undefined) return { wanted: { name: 'tokens', json } };
  const [given, ...surplus] = more;
  if (what === 'end') {
    if (given === undefined) return { fault: 'Say which one, by its id.' };
    return noMore(surplus) ?? { wanted: { name: 'end-token', id: given } };
  }
  if (what !== 'add') return noSuchCommand(`tokens ${what}`);
  const { data: token } = tokenName.safeParse(given);
  if (token === undefined)
    return { fault: 'Name it, by what publishes with it: tokens add "GitHub Actions"' };
  const count = days === undefined ? USUAL_DAYS : Number(days);
  if (!Number.isInteger(count) || count < 1 || count > DEPLOY_TOKEN_DAYS_MAX)
    return { fault: `--days must be 1 to ${DEPLOY_TOKEN_DAYS_MAX}.` };
  return noMore(surplus) ?? { wanted: { name: 'add-token', token, days: count } };
}

export function runTokens(command: TokensCommand, environment: Environment): Promise<Answer> {
  return withStore(environment, { content: 'accounts', open: openStore }, async (store) => {
    const tokens = createDeployTokens({ store, clock: Date.now });
    const by = { by: commandLine() };
    switch (command.name) {
      case 'tokens':
        return list(await tokens.list(), command.json);
      case 'add-token': {
        const made = await tokens.make({ name: command.token, forMs: command.days * DAY_MS }, by);
        if (made.outcome === 'full')
          return failed(`There are ${made.max} deploy tokens, and no site has more.`);
        const until = dayOf(made.token.expiresAt);
        // Alone on stdout, so that it can be piped on.
        return {
          exitCode: 0,
          out: made.secret,
          err: `The token ${made.token.id}, good until ${until}, shown this once:`,
        };
      }
      case 'end-token':
        return (await tokens.end(command.id, by))
          ? done(`The token ${command.id} has ended.`)
          : failed(
              `There is no deploy token ${printable(command.id)}. Look with: ${callOf('releases', 'tokens')}`,
            );
    }
  });
}

type Listed = Awaited<ReturnType<ReturnType<typeof createDeployTokens>['list']>>;

function list(tokens: Listed, json: boolean): Answer {
  if (json) return done(jsonText(tokens.map((row) => isoTimes(row, 'createdAt', 'expiresAt', 'lastUsedAt'))));
  if (tokens.length === 0) return done('There are no deploy tokens.');
  const cells = tokens.map(({ id, name, madeBy, createdAt, expiresAt, lastUsedAt }) => [
    ...[id, printable(name), printable(madeBy), dayOf(createdAt), dayOf(expiresAt), minuteOf(lastUsedAt)],
  ]);
  return done(inColumns([['Id', 'Name', 'Made by', 'Made', 'Until', 'Last used'], ...cells]));
}
