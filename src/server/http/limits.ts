/** What one request, and one connection, may cost. Beyond it a plain 4xx. */
export const BODY_MAX_BYTES = 64 * 1024;
export const AUTH_BODY_MAX_BYTES = 16 * 1024;
/** Of a route that takes a form, or a little JSON. */
export const SMALL_BODY = { bodyLimit: AUTH_BODY_MAX_BYTES };
export const HEADERS_MAX_BYTES = 16 * 1024;

/** From the opening of the connection, or the end of the last answer's headers, to the end of the headers. */
export const HEADERS_TIMEOUT_MS = 15_000;
export const REQUEST_TIMEOUT_MS = 30_000;
/** How long past its deadline a slow request may live. */
export const TIMEOUT_CHECK_MS = 5_000;
/** Longer than the 60 s of common proxies, so that none of them sends into a connection we just closed. */
export const KEEP_ALIVE_MS = 72_000;
/** Of a connection on which nothing moves while an answer is sent. */
export const STALLED_MS = 120_000;
/** For requests under way when the server is told to stop. */
export const STOP_GRACE_MS = 10_000;
/** For each other thing that must end then: routes, mail and backups, the store. */
export const STOP_PART_MS = 2_000;
/** Whatever hangs, a process that was told to stop has ended after this. Its workers have less. */
export const STOP_MAX_MS = 20_000;
/** For a slow reader of the log to take the last lines. */
export const LOG_DRAIN_MS = 1_000;
