export type AuditEvent =
  | 'signed-in'
  | 'sign-in-refused'
  | 'signed-out'
  | 'account-added'
  | 'account-disabled'
  | 'account-enabled'
  | 'role-changed'
  | 'groups-changed'
  | 'preview-begun'
  | 'preview-ended'
  | 'profile-changed'
  | 'password-changed'
  | 'password-change-refused'
  | 'email-change-refused'
  | 'removal-refused'
  | 'invited'
  | 'invite-accepted'
  | 'reset-link-made'
  | 'password-reset'
  | 'factor-added'
  | 'factor-removed'
  | 'factor-refused'
  | 'factors-reset'
  | 'recovery-codes-made'
  | 'recovery-code-used'
  | 'sessions-ended'
  | 'token-made'
  | 'tokens-ended'
  | 'agent-allowed'
  | 'agent-ended'
  | 'account-removed'
  | 'announcement-changed'
  | 'deploy-token-made'
  | 'deploy-token-ended'
  | 'release-published'
  | 'release-rolled-back'
  | 'mail-given-up'
  | 'test-mail-sent'
  | 'store-restored';

/** Actor of changes that the identity provider causes. */
export const PROVIDER = 'identity provider';

/**
 * An entry for the audit log. Must not contain secrets, or text that may be one because someone typed it to sign in.
 * Emails come from the accounts, names from what has been stored, such as tokens and announcements.
 */
export interface AuditNote {
  at: number;
  event: AuditEvent;
  /** The actor: an administrator's email, `command line (root)`, `set-up link`, … Undefined: the account itself. */
  by?: string;
  /** Network address. */
  from?: string | undefined;
  /** For example the new role, the previous email or the reason of a refusal. */
  detail?: string | undefined;
}

/** Returns a function that creates notes with the current time. */
export const createNoteWriter =
  (clock: () => number) =>
  (event: AuditEvent, more: Omit<AuditNote, 'at' | 'event'> = {}): AuditNote => ({
    at: clock(),
    event,
    ...more,
  });
