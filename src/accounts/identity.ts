import type { Previewed } from '../model/audience.ts';
import type { SignedInUser } from './account.ts';
import type { AccountAdministration } from './account-administration.ts';
import type { createAgents } from './agents/agents.ts';
import type { AuditEvent } from './audit.ts';
import type { createDeployTokens } from './deploy-tokens/deploy-tokens.ts';
import type { createOwnFactors } from './factors/own-factors.ts';
import type { createPasskeySignIn } from './factors/passkey-sign-in.ts';
import type { createSecondFactor } from './factors/second-factor.ts';
import type { createStepUp } from './factors/step-up.ts';
import type { createOwnAccount } from './own-account.ts';
import type { PersonalData } from './personal-data.ts';
import type { createPersonalTokens } from './personal-tokens/personal-tokens.ts';
import type { Verification } from './providers/sign-in-mode.ts';
import type { createSessionAdministration } from './session-administration.ts';
import type { createEmailChanges } from './sign-in/email-changes.ts';
import type { createInvites } from './sign-in/invites.ts';
import type { SignInResult } from './sign-in/password-sign-in.ts';
import type { ProviderSignInResult } from './sign-in/provider-sign-in.ts';
import type { createResets } from './sign-in/resets.ts';
import type { createSetUp } from './sign-in/set-up.ts';
import type { SignInSource } from './sign-in/sign-in-outcome.ts';
import type { ProviderEnding } from './store/provider-session-store.ts';
import type { Store } from './store/store.ts';

/** What the server asks of this room. Where it says nothing else, it rejects when the store cannot answer. */
export interface Identity {
  /** Making and changing accounts. Sessions that a change ends are gone from this process at once. */
  readonly accounts: AccountAdministration;
  /** Tells of each account that is removed by this process, so that what else is kept of it goes too. */
  onAccountRemoved(listener: (accountId: string) => void): void;
  /** What readers do with their own account. */
  readonly own: ReturnType<typeof createOwnAccount>;
  /** What readers' own programs read with. */
  readonly tokens: ReturnType<typeof createPersonalTokens>;
  /** What releases are published with. */
  readonly deployTokens: ReturnType<typeof createDeployTokens>;
  /** What readers allow agents, and what the authorization server keeps of it. */
  readonly agents: ReturnType<typeof createAgents>;
  /** What readers do with their second factors. */
  readonly factors: ReturnType<typeof createOwnFactors>;
  /** The second half of a sign-in. */
  readonly secondFactor: ReturnType<typeof createSecondFactor>;
  /** A sign-in without a password. */
  readonly passkeys: ReturnType<typeof createPasskeySignIn>;
  /** Whether a session's reader has proved lately who they are, and how they do it again. */
  readonly stepUp: ReturnType<typeof createStepUp>;
  /** The one-time links of new accounts. */
  readonly invites: ReturnType<typeof createInvites>;
  /** The one-time links for forgotten passwords. */
  readonly resets: ReturnType<typeof createResets>;
  /** How readers change their e-mail. */
  readonly emailChanges: ReturnType<typeof createEmailChanges>;
  /** All that is kept of one of them. */
  readonly personalData: PersonalData;
  /** The one-time links of the first administrator. */
  readonly setUp: ReturnType<typeof createSetUp>;
  /**
   * The reader behind a cookie value, or `undefined`. Micro-cached for 2 s at most, half a second where nobody tells
   * of endings; ended sessions leave it at once. Unless it `isUse`, the session ends when it would have ended without
   * it.
   */
  session(token: string | undefined, isUse?: boolean): Promise<SignedInUser | undefined>;
  /** A session that is none until its reader has been at the provider again. */
  waitsForProvider(token: string | undefined): Promise<boolean>;
  signIn(attempt: { email: string; password: string } & SignInSource): Promise<SignInResult>;
  /**
   * Signs in whom an identity provider vouches for. The attempt is counted before `verify` does any work; the
   * account is the one of the provider's issuer and subject, made at the first time. `held`: sessions that the browser
   * has; where the provider answered without a question, that of the same account goes on under a new token.
   */
  signInBy(
    address: string,
    verify: () => Promise<Verification>,
    device?: string,
    held?: readonly string[],
  ): Promise<ProviderSignInResult>;
  /** Who is signed in. */
  readonly sessions: ReturnType<typeof createSessionAdministration>;
  /** What is written down of acts. */
  readonly audit: Pick<Store, 'pageOfAudit' | 'auditEvents' | 'note'>;
  /** What administrators set while the site runs. */
  readonly settings: {
    read(name: string): Promise<unknown>;
    /** `undefined` takes it away. Written down where it is an act. */
    write(
      name: string,
      value: unknown,
      act?: { event: AuditEvent; by: string; detail?: string },
    ): Promise<void>;
  };
  /** What is told by mail. */
  readonly mail: {
    /** Whether mail goes out at all. */
    isThere: boolean;
    /** `false` where none goes out, not to this account, or not now. */
    tell(
      accountId: string,
      kind: 'feedback-answered' | 'feedback-done',
      detail: { page: string; text: string },
    ): Promise<boolean>;
  };
  /** True for the first who comes with this text within the time, over all processes. */
  firstUse(text: string, forMs: number): Promise<boolean>;
  /** `why` a session ends that its reader did not end: for the audit log, as the address is. */
  signOut(token: string | undefined, from?: string, why?: string): Promise<void>;
  /** Writes down that an administrator looks at the site as others do, or no longer. */
  notePreview(user: SignedInUser, from: string, as: Previewed | undefined): Promise<void>;
  /** Ends what the provider says has ended there; how many sessions that were. `from`: who said it. */
  endByProvider(ending: ProviderEnding, from: string): Promise<number>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
