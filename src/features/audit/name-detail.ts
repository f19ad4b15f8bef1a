import * as texts from 'virtual:site/texts';
import { fillText } from '../../ui/fill-text.ts';
import { getPageLanguage } from '../../ui/page-language.ts';

const roleNames: Readonly<Record<string, string | undefined>> = {
  reader: texts.reader,
  administrator: texts.administrator,
};

/** Details in words, by what the log stores. */
const detailNames: Readonly<Record<string, string | undefined>> = {
  'wrong password': texts.detailWrongPassword,
  'unknown account': texts.detailUnknownAccount,
  'disabled account': texts.detailDisabledAccount,
  'account of another provider': texts.detailOtherProvider,
  'wrong one-time code': texts.detailWrongCode,
  'one-time code used before': texts.detailUsedCode,
  'no one-time codes': texts.detailNoCodes,
  "secret can't be read": texts.detailUnreadableSecret,
  'unknown passkey': texts.detailUnknownPasskey,
  'wrong passkey': texts.detailWrongPasskey,
  'copied passkey': texts.detailCopiedPasskey,
  'passkey without a challenge': texts.detailExpiredPasskey,
  'wrong recovery code': texts.detailWrongRecoveryCode,
  'one-time codes': texts.detailCodes,
  passkey: texts.detailPasskey,
  one: texts.detailOneSession,
  'one of the others': texts.detailOneSession,
  'all others': texts.detailOtherSessions,
  all: texts.detailAll,
  'all agents of all readers': texts.detailAllApps,
  'by another sign-in': texts.detailOtherSignIn,
  'by mail': texts.detailByMail,
  'by the program itself': texts.detailByApp,
  'a refresh token came twice': texts.detailTokenUsedTwice,
  'a code came twice': texts.detailCodeUsedTwice,
  configured: texts.detailConfigured,
  none: texts.detailNone,
  visitor: texts.visitors,
  'no group': texts.detailNoGroup,
  name: texts.detailName,
  sent: texts.detailSent,
};

const untilDays = new Intl.DateTimeFormat(getPageLanguage(), { dateStyle: 'medium', timeZone: 'UTC' });

/** Labels of the groups that the site declares, by name. */
export type GroupLabels = ReadonlyMap<string, string>;

/** Roles, groups, reasons and dates in words. Names, addresses and texts are shown as they are stored. */
export function nameDetail(event: string, detail: string, groupLabels: GroupLabels): string {
  const [, stepUpReason] = /^step-up: (.+)$/.exec(detail) ?? [];
  if (stepUpReason !== undefined)
    return fillText(texts.detailStepUp, { reason: nameDetail(event, stepUpReason, groupLabels) });
  switch (event) {
    case 'token-made':
    case 'tokens-ended':
    case 'agent-allowed':
    case 'agent-ended':
    case 'deploy-token-made':
    case 'deploy-token-ended':
      return nameTokenDetail(detail);
    case 'groups-changed':
    case 'preview-begun':
      return (
        detailNames[detail] ??
        detail
          .split(' ')
          .map((group) => groupLabels.get(group) ?? group)
          .join(', ')
      );
    case 'account-added':
    case 'role-changed':
      return roleNames[detail] ?? detail;
    case 'profile-changed': {
      const [, email] = /^was (.+)$/.exec(detail) ?? [];
      return email === undefined ? (detailNames[detail] ?? detail) : fillText(texts.detailWas, { email });
    }
    // A reason can be an error code, such as `email-taken`.
    case 'sign-in-refused':
    case 'sessions-ended':
      return (
        detailNames[detail] ?? (/^[a-z]+(-[a-z]+)+$/.test(detail) ? detail.replaceAll('-', ' ') : detail)
      );
    default:
      return detailNames[detail] ?? detail;
  }
}

/** A token as the log stores it: its name, its id in the API, and its last day or why it ended. */
const tokenPattern =
  /^(?<name>.+?)(?: \([\w-]{16}\))?(?:, (?:until (?<until>\d{4}-\d\d-\d\d)|(?<reason>\D+)))?$/;

/** For example "Laptop, until Feb 26, 2027". People know a token by its name, so its id is only in the exported file. */
function nameTokenDetail(detail: string): string {
  const { name = detail, until, reason } = tokenPattern.exec(detail)?.groups ?? {};
  if (until !== undefined)
    return fillText(texts.detailUntil, { name, day: untilDays.format(new Date(until)) });
  const endReason = reason === undefined ? undefined : detailNames[reason];
  if (endReason !== undefined) return fillText(texts.detailReason, { name, reason: endReason });
  return detailNames[detail] ?? detail.replace(/ \([\w-]{16}\)$/, '');
}
