import type { EndpointAnswer } from '../../model/api/endpoints.ts';

/** How assistants of this site get access. Undefined: not at all. */
export interface AssistantAccess {
  /** Whether an assistant needs a personal token. Otherwise it asks the reader for access. */
  needsToken: boolean;
  /** Whether readers can create personal tokens. Without them, the account page lists connected apps only. */
  hasPersonalTokens: boolean;
}

/** Chooses how assistants get access, from what the account page offers. Asking the reader comes first. */
export function chooseAccess({
  letsAgentsIn,
  longestDays,
}: Pick<EndpointAnswer<'listTokens'>, 'letsAgentsIn' | 'longestDays'>): AssistantAccess | undefined {
  const hasPersonalTokens = longestDays > 0;
  if (letsAgentsIn) return { needsToken: false, hasPersonalTokens };
  return hasPersonalTokens ? { needsToken: true, hasPersonalTokens } : undefined;
}
