import type { Identity } from '../accounts/create-identity.ts';
import type { IdentityProvider } from '../accounts/providers/identity-provider.ts';
import type { Environment } from '../config/environment.ts';
import type { Releases } from './release/releases.ts';
import type { OpenViews } from './release/views.ts';

/** Everything that the functions that register routes have in common. */
export interface RouteParts {
  environment: Pick<Environment, 'BASE_URL' | 'TRUST_PROXY' | 'LOG_LEVEL'> &
    Partial<Pick<Environment, 'DATABASE_URL' | 'DIGEST'>>;
  /** Public origin of the site (`BASE_URL`), if it is configured. */
  baseUrl: string | undefined;
  identity: Identity;
  /** How users prove who they are, and which roles and groups they get. */
  identityProvider: IdentityProvider;
  releases: Releases;
  /** Folder that holds the releases. Undefined in the preview for authors. */
  dist?: string | undefined;
  /** Opens the views of a release before the server switches to it. */
  openViews?: OpenViews | undefined;
}
