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

/** Who acts where an identity provider's word is followed. */
export const PROVIDER = 'identity provider';

/** What is written down about an act. Never a secret, nor what somebody typed: e-mails come from the accounts. */
export interface AuditNote {
  at: number;
  event: AuditEvent;
  /** An administrator's e-mail, or what acted: `command line (root)`, `set-up link`. Absent: the account itself. */
  by?: string;
  /** Network address. */
  from?: string | undefined;
  /** The new role, the new groups, which mail, the e-mail before, the identity provider, why it was refused. */
  detail?: string | undefined;
}

/** Notes of what happens now. */
export const notesBy =
  (clock: () => number) =>
  (event: AuditEvent, more: Omit<AuditNote, 'at' | 'event'> = {}): AuditNote => ({
    at: clock(),
    event,
    ...more,
  });
