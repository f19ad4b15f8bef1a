/** Limits of a request and of a connection. A request that exceeds one gets a short 4xx answer. */
export const BODY_MAX_BYTES = 64 * 1024;
export const AUTH_BODY_MAX_BYTES = 16 * 1024;
/** Options of a route that accepts a form or a small JSON body. */
export const SMALL_BODY = { bodyLimit: AUTH_BODY_MAX_BYTES };
export const HEADERS_MAX_BYTES = 16 * 1024;

/** Time for the request headers, from the start of the connection or the end of the last answer's headers. */
export const HEADERS_TIMEOUT_MS = 15_000;
export const REQUEST_TIMEOUT_MS = 30_000;
/** How often deadlines are checked: a slow request may exceed its deadline by this much. */
export const TIMEOUT_CHECK_MS = 5_000;
/** Longer idle time than the 60 s of common proxies, so that none sends a request on a connection that we just closed. */
export const KEEP_ALIVE_MS = 72_000;
/**
 * Connections that the kernel completes before the server accepts them. Node's default is 511. While the process is busy,
 * a full queue makes further clients wait for seconds, and resets connections that it can't take in time. Linux lowers
 * this to `net.core.somaxconn`, which is 4096.
 */
export const ACCEPT_QUEUE_MAX = 4096;
/** A connection is closed if no data moves on it for this long while an answer is sent. */
export const STALLED_MS = 120_000;
/** Time for open requests to finish when the server stops. */
export const STOP_GRACE_MS = 10_000;
/** Time for each other part to stop then: routes, mail and backups, the store. */
export const STOP_PART_MS = 2_000;
/** A process that was asked to stop has exited after this time, even if a part hangs. Its workers have less time. */
export const STOP_MAX_MS = 20_000;
/** Time for a slow log reader to receive the last lines. */
export const LOG_DRAIN_MS = 1_000;
