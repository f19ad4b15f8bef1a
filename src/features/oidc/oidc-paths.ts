/** Starts a sign-in at the provider. */
export const OIDC_START_PATH = '/auth/oidc/start';
/** The provider redirects back to it. */
export const OIDC_CALLBACK_PATH = '/auth/oidc/callback';
/** The provider posts to it when a session there has ended. */
export const OIDC_LOGOUT_PATH = '/auth/oidc/back-channel-logout';
