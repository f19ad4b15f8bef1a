import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Account, type AccountFault, describeFaults, findAccountState } from '../../accounts/account.ts';
import type { ProfileResult } from '../../accounts/account-administration.ts';
import type { AccountChange } from '../../accounts/store/account-store.ts';
import type { Texts } from '../../config/texts.ts';
import { type AccountRow, accountsEndpoints } from '../../model/api/accounts.ts';
import { buildInviteUrl, buildResetUrl } from '../../model/urls.ts';
import { toIsoTimes } from '../../shared/iso-times.ts';
import { buildPublicUrl } from '../http/base-path.ts';
import { accountNotFoundError, type ErrorAnswer, errorAnswer, notFoundError } from '../http/errors.ts';
import type { RouteParts } from '../route-parts.ts';
import { answerEndpoint, type Caller, toPageQuery } from './answer-endpoint.ts';
import { listGroups } from './audiences.ts';

/** API for administrators to manage all accounts. The audit log records who changed what. */
export function registerAccountsApi(
  app: FastifyInstance,
  { identity: { accounts, resets }, identityProvider, baseUrl }: RouteParts,
): void {
  const canInvite = identityProvider.signIn.by === 'password';
  const actAs = ({ user }: Caller) => accounts.actingAs(user.email);
  const toRow = (account: Account): AccountRow => {
    const { id, email, name, role, groups, disabled, createdAt, lastSignInAt } = account;
    const fields = { id, email, name, role, groups: [...groups], disabled, createdAt, lastSignInAt };
    return toIsoTimes(
      { ...fields, state: findAccountState(account, identityProvider.issuer) },
      'createdAt',
      'lastSignInAt',
    );
  };
  /** Links with a token are returned in bodies only. In a URL they would end up in histories and logs. */
  const toAbsoluteUrl = (url: string, request: FastifyRequest) => buildPublicUrl(url, request, baseUrl);

  answerEndpoint(app, accountsEndpoints.listAccounts, async ({ query }, { request }) => {
    const accountPage = await accounts.readPage(toPageQuery(query));
    return {
      answer: {
        accounts: accountPage.accounts.map(toRow),
        total: accountPage.total,
        can: {
          invite: canInvite,
          giveRoles: !identityProvider.givesRoles,
          giveGroups: !identityProvider.givesGroups,
          mail: canInvite && resets.canAsk,
        },
        groups: listGroups(request.gate.release),
      },
    };
  });

  answerEndpoint(app, accountsEndpoints.inviteAccount, async ({ body }, caller) => {
    if (!canInvite) return { error: notFoundError };
    const result = await actAs(caller).invite(body);
    switch (result.outcome) {
      case 'invited':
        if (await actAs(caller).mailInvitation(result.account))
          return { answer: { account: toRow(result.account) } };
        return {
          answer: {
            account: toRow(result.account),
            link: toAbsoluteUrl(buildInviteUrl(result.token), caller.request),
          },
        };
      case 'taken':
        return { error: emailTakenError };
      case 'invalid':
        return { error: toInvalidError(result.problems, caller.request.gate.release.texts) };
    }
  });

  answerEndpoint(app, accountsEndpoints.changeAccount, async ({ params, body }, caller) => {
    if ('role' in body && identityProvider.givesRoles) return { error: providerDecidesError };
    if ('email' in body) {
      const before = await accounts.findById(params.account);
      if (before !== undefined && before.issuer !== 'local') return { error: providerDecidesError };
      const result = await actAs(caller).changeProfile(params.account, body);
      if (result.outcome !== 'done')
        return { error: toProfileError(result, caller.request.gate.release.texts) };
    } else {
      if ('groups' in body && identityProvider.givesGroups) return { error: providerDecidesError };
      const change = await applyChange(body, params.account, caller);
      if (change === 'unknown-group') {
        const message = caller.request.gate.release.texts.groupUndeclared;
        return { error: errorAnswer(400, 'invalid', message) };
      }
      if (change !== 'done') return { error: toAccountError(change) };
    }
    const account = await accounts.findById(params.account);
    return account ? { answer: toRow(account) } : { error: accountNotFoundError };
  });

  async function applyChange(
    body: { role: Account['role'] } | { disabled: boolean } | { groups: string[] },
    id: string,
    caller: Caller,
  ): Promise<AccountChange | 'unknown-group'> {
    if ('role' in body) return actAs(caller).setRole(id, body.role);
    if ('disabled' in body) return actAs(caller).setDisabled(id, body.disabled);
    const declaredGroups = caller.request.gate.release.groups.map(({ name }) => name);
    const account = await accounts.findById(id);
    // The account may keep groups that the site no longer declares.
    const allowedGroups = new Set([...declaredGroups, ...(account?.groups ?? [])]);
    if (!body.groups.every((group) => allowedGroups.has(group))) return 'unknown-group';
    return actAs(caller).setGroups(id, [...new Set(body.groups)].sort());
  }

  answerEndpoint(app, accountsEndpoints.removeAccount, async ({ params }, caller) => {
    const change = await actAs(caller).remove(params.account);
    return change === 'done' ? { answer: undefined } : { error: toAccountError(change) };
  });

  answerEndpoint(app, accountsEndpoints.renewInvitation, async ({ params }, caller) => {
    if (!canInvite) return { error: notFoundError };
    const account = await accounts.findById(params.account);
    if (account === undefined) return { error: accountNotFoundError };
    const token = await actAs(caller).inviteAgain(account.id);
    if (token !== undefined)
      return { answer: { link: toAbsoluteUrl(buildInviteUrl(token), caller.request) } };
    return {
      error: errorAnswer(
        409,
        'has-password',
        'The account already has a password, so it needs no invitation link.',
      ),
    };
  });

  answerEndpoint(app, accountsEndpoints.makeResetLink, async ({ params }, caller) => {
    if (!canInvite) return { error: notFoundError };
    const account = await accounts.findById(params.account);
    if (account === undefined) return { error: accountNotFoundError };
    const token = await actAs(caller).resetLink(account.id);
    if (token !== undefined) return { answer: { link: toAbsoluteUrl(buildResetUrl(token), caller.request) } };
    return {
      error: errorAnswer(409, 'no-password', 'The account has no password or is disabled.'),
    };
  });

  answerEndpoint(app, accountsEndpoints.endAccountSessions, async ({ params }, caller) => {
    const account = await accounts.findById(params.account);
    if (account === undefined) return { error: accountNotFoundError };
    return { answer: { ended: await actAs(caller).endSessions(account.id) } };
  });
}

export const providerDecidesError = errorAnswer(
  403,
  'forbidden',
  'Roles and groups come from the identity provider. Change them there.',
);

const emailTakenError = errorAnswer(409, 'email-taken', 'An account with this email already exists.');

export function toInvalidError(faults: readonly AccountFault[], texts: Texts): ErrorAnswer {
  return errorAnswer(400, 'invalid', describeFaults(faults, texts));
}

function toProfileError(result: Exclude<ProfileResult, { outcome: 'done' }>, texts: Texts): ErrorAnswer {
  switch (result.outcome) {
    case 'invalid':
      return toInvalidError(result.problems, texts);
    case 'email-taken':
      return emailTakenError;
    default:
      return accountNotFoundError;
  }
}

export function toAccountError(change: Exclude<AccountChange, 'done'>): ErrorAnswer {
  switch (change) {
    case 'unknown-account':
      return accountNotFoundError;
    case 'last-administrator':
      return errorAnswer(
        409,
        'last-administrator',
        'This is the last administrator who can sign in. Add another administrator first.',
      );
  }
}
