import type { Identity } from '../accounts/create-identity.ts';
import type { IdentityProvider } from '../accounts/providers/sign-in-mode.ts';
import type { Environment } from '../config/environment.ts';
import type { Backups } from '../storage/backups/backups.ts';
import type { Releases } from './release/releases.ts';
import type { OpenViews } from './release/views.ts';

/** What the routes of an app are made from. */
export interface RouteParts {
  environment: Pick<Environment, 'BASE_URL' | 'TRUST_PROXY' | 'LOG_LEVEL'> &
    Partial<
      Pick<Environment, 'DATABASE_URL' | 'DIGEST' | 'RELEASES_KEEP' | 'PUBLISH_MAX_MB' | 'PUBLISH_RENDERERS'>
    >;
  /** Public address of the site, where it is known. */
  baseUrl: string | undefined;
  identity: Identity;
  /** Who says who somebody is, makes accounts, and gives them their roles. */
  mode: IdentityProvider;
  releases: Releases;
  /** Where they are kept; absent in the writing preview. */
  dist?: string | undefined;
  /** Opens the views of a release that is to be switched to. */
  openViews?: OpenViews | undefined;
  /** Address of the module that exports `openViews`, for the thread that takes publications. */
  viewsModule?: string | undefined;
  /** Where the server makes them by itself. */
  backups?: Backups | undefined;
}
