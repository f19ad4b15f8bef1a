/** What every answer carries, whoever asked for whatever. */
interface SecurityHeaderOptions {
  /** Of what stands inline in the pages. */
  inline: InlineHashes;
  /** Whether browsers reach the site by HTTPS only. */
  https: boolean;
  /** Origins of other servers that the owner lets pages call. */
  connect?: readonly string[] | undefined;
}

/** Values of `script-src` and of `style-src`. */
export interface InlineHashes {
  scripts: readonly string[];
  styles: readonly string[];
}

const HSTS_MAX_AGE_SECONDS = 31_536_000;

export function securityHeaders({
  inline,
  https,
  connect = [],
}: SecurityHeaderOptions): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy(inline, { connect }).join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex, nofollow',
    ...(https ? { 'strict-transport-security': `max-age=${HSTS_MAX_AGE_SECONDS}` } : {}),
  };
}

/**
 * Scripts, styles, fonts and calls are our own. Pictures, sound, film and frames may come from elsewhere by
 * HTTPS, because articles embed them; they learn nothing, not even the page's address.
 */
function contentSecurityPolicy(
  inline: InlineHashes,
  { script = [], connect = [], frame = ['https:'], form = [] }: PolicySources = {},
): string[] {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline.scripts, ...script].join(' '),
    ["style-src 'self'", ...inline.styles].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(' '),
    "img-src 'self' data: https:",
    "media-src 'self' https:",
    ["frame-src 'self'", ...frame].join(' '),
    "manifest-src 'self'",
    ["form-action 'self'", ...form].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
}

/**
 * In place of the others, for the document in which readers run the code that they see: it has an origin of its own, so
 * that neither the session nor the site is within its reach, and no network. Its code comes as scripts that carry its
 * nonce; which it is, anybody may know, as all that can be run there is the reader's anyway.
 */
export function liveFrameHeaders(nonce: string): Readonly<Record<string, string>> {
  return frameHeaders(`script-src 'nonce-${nonce}'`, `style-src 'nonce-${nonce}'`, 'img-src data:');
}

/**
 * For the document between a page and that one. Where a frame may be led is for the policy of the document around it to
 * say, and a page's lets articles embed other sites: so live code would reach them by leading its own frame there.
 */
export function liveHolderHeaders(nonce: string): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "frame-src 'self'",
    ...CLOSED,
  ];
  return { 'content-security-policy': policy.join('; ') };
}

/**
 * Likewise, for the document in which code runs that the live parts of a site hand to `gatehouse/sandbox`: in a worker
 * made of text, which inherits this policy, so that there is no network and nothing is evaluated.
 */
export function sandboxFrameHeaders(nonce: string): Readonly<Record<string, string>> {
  return frameHeaders(`script-src 'nonce-${nonce}' blob:`, 'worker-src blob:');
}

const CLOSED = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'self'"];

function frameHeaders(...allowed: readonly string[]) {
  const policy = ['sandbox allow-scripts', "default-src 'none'", ...allowed, ...CLOSED];
  return { 'content-security-policy': policy.join('; ') };
}

/** What a page needs beside what is our own. */
interface PolicySources {
  script?: readonly string[];
  connect?: readonly string[];
  frame?: readonly string[];
  form?: readonly string[];
}

/** In place of the others, where a reader's answer leads on to the agent that asked: browsers follow forms so far. */
export function consentHeaders(inline: InlineHashes, form: string): Readonly<Record<string, string>> {
  return { 'content-security-policy': contentSecurityPolicy(inline, { form: [form] }).join('; ') };
}

/**
 * In place of the others, on the login page where Firebase signs people in, and on no other:
 * its client calls the service; for Google it loads the service's frame, and opens a window that reports back.
 */
export function firebaseLoginHeaders(
  inline: InlineHashes,
  sources: PolicySources,
): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy(inline, sources).join('; '),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    // The service may be told to answer calls from this site only.
    'referrer-policy': 'strict-origin',
  };
}
