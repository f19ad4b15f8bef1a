import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Account } from '../../accounts/account.ts';
import type { AccountAdministration } from '../../accounts/account-administration.ts';
import type { AuditEvent } from '../../accounts/audit.ts';
import type { EndpointAnswer } from '../../model/api/endpoints.ts';
import { type AccountAct, manyAccountsEndpoints, type PersonalLink } from '../../model/api/many-accounts.ts';
import { buildInviteUrl } from '../../model/urls.ts';
import { buildPublicUrl } from '../http/base-path.ts';
import { notFoundError } from '../http/errors.ts';
import type { RouteParts } from '../route-parts.ts';
import { providerDecidesError } from './accounts.ts';
import { answerEndpoint, type Caller } from './answer-endpoint.ts';

/** Time after the start of an action within which a request can continue it. */
const CONTINUED_MS = 5 * 60_000;

/** The events that actions on accounts record. */
const actEvents: Readonly<Record<AccountAct, AuditEvent>> = {
  disable: 'account-disabled',
  enable: 'account-enabled',
  reader: 'role-changed',
  administrator: 'role-changed',
  invite: 'invited',
  'end-sessions': 'sessions-ended',
  remove: 'account-removed',
};

/** Creates the link of an invitation from its token. */
export function createPersonalLink(
  { email, name }: Pick<Account, 'email' | 'name'>,
  token: string,
  { request, baseUrl }: Pick<Caller, 'request'> & Pick<RouteParts, 'baseUrl'>,
): PersonalLink {
  return { email, name, link: buildPublicUrl(buildInviteUrl(token), request, baseUrl) };
}

/** API for administrators to change many accounts at once. */
export function registerManyAccountsApi(
  app: FastifyInstance,
  { identity: { accounts, resets, audit }, identityProvider, baseUrl }: RouteParts,
): void {
  const canInvite = identityProvider.signIn.by === 'password';
  answerEndpoint(app, manyAccountsEndpoints.listAccountIds, async ({ query }) => ({
    answer: { accounts: await accounts.listIds(query) },
  }));

  answerEndpoint(
    app,
    manyAccountsEndpoints.actOnAccounts,
    async ({ body: { act, accounts: ids, continues } }, caller) => {
      if (act === 'invite' && !canInvite) return { error: notFoundError };
      if ((act === 'reader' || act === 'administrator') && identityProvider.givesRoles)
        return { error: providerDecidesError };
      const by = caller.user.email;
      const startedAt = continues === undefined ? undefined : Date.parse(continues);
      const isContinued = startedAt !== undefined && (await isRunning(by, actEvents[act], startedAt));
      const actedAt = isContinued ? startedAt : findFreeTime();
      const acting = accounts.actingAs(by, actedAt);
      const answer: EndpointAnswer<'actOnAccounts'> = {
        action: new Date(actedAt).toISOString(),
        done: 0,
        refused: [],
        links: [],
      };
      for (const id of new Set(ids)) {
        const account = await acting.findById(id);
        const result = account === undefined ? 'not-found' : await actOn(acting, account, act, caller);
        if (typeof result === 'object') answer.links.push(result);
        if (typeof result === 'object' || result === 'done') answer.done += 1;
        else answer.refused.push({ email: account?.email ?? '', code: result });
        // Let other requests run in between.
        await setImmediate();
      }
      return { answer };
    },
  );

  let lastTime = 0;
  /** The time for a new action. The audit log tells actions apart by their times, so no two have the same. */
  function findFreeTime(): number {
    lastTime = Math.max(Date.now(), lastTime + 1);
    return lastTime;
  }

  /** Whether this administrator began an action of this kind at this time, not long ago. */
  async function isRunning(by: string, event: AuditEvent, startedAt: number): Promise<boolean> {
    if (startedAt < Date.now() - CONTINUED_MS) return false;
    const at = { since: startedAt, until: startedAt + 1 };
    const { total } = await audit.readAuditPage({
      ...{ search: '', event, by, ...at },
      ...{ descending: true, offset: 0, limit: 1 },
    });
    return total > 0;
  }

  type Refusal = EndpointAnswer<'actOnAccounts'>['refused'][number]['code'];

  async function actOn(
    acting: AccountAdministration,
    account: Account,
    act: AccountAct,
    caller: Caller,
  ): Promise<'done' | Refusal | PersonalLink> {
    const { id, role, disabled, passwordHash, issuer } = account;
    // Administrators can easily miss themselves among hundreds of rows. They can use the menu of their own row.
    const isOwn = id === caller.user.accountId;
    switch (act) {
      case 'disable':
      case 'enable': {
        const shouldDisable = act === 'disable';
        if (isOwn && shouldDisable) return 'own-account';
        return disabled === shouldDisable ? 'done' : toOutcome(await acting.setDisabled(id, shouldDisable));
      }
      case 'reader':
      case 'administrator':
        if (isOwn && act === 'reader') return 'own-account';
        return role === act ? 'done' : toOutcome(await acting.setRole(id, act));
      case 'remove':
        return isOwn ? 'own-account' : toOutcome(await acting.remove(id));
      case 'end-sessions':
        if (isOwn) return 'own-account';
        await acting.endSessions(id);
        return 'done';
      case 'invite': {
        if (issuer !== 'local' || passwordHash !== null) return 'has-password';
        if (resets.canAsk) return (await acting.mailInvitationAgain(account)) ? 'done' : 'too-many-mails';
        const token = await acting.inviteAgain(id);
        return token === undefined
          ? 'has-password'
          : createPersonalLink(account, token, { ...caller, baseUrl });
      }
    }
  }
}

function toOutcome(change: Awaited<ReturnType<AccountAdministration['remove']>>) {
  return change === 'unknown-account' ? 'not-found' : change;
}
