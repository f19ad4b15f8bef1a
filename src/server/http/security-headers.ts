/** Input for the headers of every answer. */
interface SecurityHeaderOptions {
  /** Hashes of the inline scripts and styles of the pages. */
  inline: InlineHashes;
  /** Whether browsers reach the site by HTTPS only. */
  https: boolean;
  /** Origins of other servers that the owner lets pages call. */
  connect?: readonly string[] | undefined;
}

/** Hashes as in `script-src` and `style-src`: `'sha256-…'`. */
export interface InlineHashes {
  scripts: readonly string[];
  styles: readonly string[];
}

const HSTS_MAX_AGE_SECONDS = 31_536_000;

/** The security headers that every answer has. */
export function createSecurityHeaders({
  inline,
  https,
  connect = [],
}: SecurityHeaderOptions): Readonly<Record<string, string>> {
  return {
    'content-security-policy': listPolicyDirectives(inline, { connect }).join('; '),
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
 * Scripts, styles, fonts and calls are limited to this site. Images, audio, video and frames may come from other sites
 * over HTTPS, because articles embed them. Those sites don't even learn the address of the page.
 */
function listPolicyDirectives(
  inline: InlineHashes,
  { script = [], connect = [], frame = ['https:'], form = [] }: PolicySources = {},
): string[] {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline.scripts, ...script].join(' '),
    ["style-src 'self'", ...inline.styles].join(' '),
    "font-src 'self' data:",
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
 * Replaces the usual policy for the document in which readers run live code. It has an opaque origin and no network
 * access, so that it can reach neither the session nor the site. Its scripts carry the nonce. The nonce isn't secret:
 * all code in this document comes from the reader anyway.
 */
export function createLiveFrameHeaders(nonce: string): Readonly<Record<string, string>> {
  return createFrameHeaders(`script-src 'nonce-${nonce}'`, `style-src 'nonce-${nonce}'`, 'img-src data:');
}

/**
 * Headers of the document between a page and the document with live code. The policy of the surrounding document
 * decides where a frame may navigate, and a page's policy allows other sites. Without this document in between, live
 * code could reach them by navigating its own frame.
 */
export function createLiveHolderHeaders(nonce: string): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "frame-src 'self'",
    ...LOCKED_DOWN,
  ];
  return { 'content-security-policy': policy.join('; ') };
}

/**
 * Headers of the document that runs code which a site's live parts pass to `gatehouse/sandbox`. The code runs in a
 * worker created from text. The worker inherits this policy, so that it has no network access and can't use `eval`.
 */
export function createSandboxFrameHeaders(nonce: string): Readonly<Record<string, string>> {
  return createFrameHeaders(`script-src 'nonce-${nonce}' blob:`, 'worker-src blob:');
}

/**
 * Headers of the document that sends requests of pages to these servers of the owner's, and can call nothing else.
 * Unlike the others it has the origin of the site, by which servers recognize who calls them.
 */
export function writeRequestFrameHeaders(
  nonce: string,
  servers: readonly string[],
): Readonly<Record<string, string>> {
  const policy = [
    'sandbox allow-scripts allow-same-origin',
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    ['connect-src', ...(servers.length > 0 ? servers : ["'none'"])].join(' '),
    ...LOCKED_DOWN,
  ];
  return { 'content-security-policy': policy.join('; ') };
}

/**
 * Headers of a mail in the frame of an administration page. Nothing in it runs or loads, its logo is part of it, and
 * its one style sheet is known by its hash.
 */
export function writeMailPreviewHeaders(styleHash: string): Readonly<Record<string, string>> {
  const policy = ['sandbox', "default-src 'none'", `style-src ${styleHash}`, 'img-src data:', ...LOCKED_DOWN];
  return { 'content-security-policy': policy.join('; ') };
}

/** For the page of a failure, which has one style sheet, known by its hash, and no script. */
export function failurePageHeaders(styleHash: string): Readonly<Record<string, string>> {
  const policy = ["default-src 'none'", `style-src ${styleHash}`, "base-uri 'none'", "form-action 'none'"];
  return { 'content-security-policy': [...policy, "frame-ancestors 'none'"].join('; ') };
}

const LOCKED_DOWN = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'self'"];

function createFrameHeaders(...allowed: readonly string[]) {
  const policy = ['sandbox allow-scripts', "default-src 'none'", ...allowed, ...LOCKED_DOWN];
  return { 'content-security-policy': policy.join('; ') };
}

/** Sources that a page needs in addition to this site. */
interface PolicySources {
  script?: readonly string[];
  connect?: readonly string[];
  frame?: readonly string[];
  form?: readonly string[];
}

/**
 * Replaces the usual policy on the consent page. Its form redirects to the agent, and browsers apply `form-action` to
 * redirects too.
 */
export function createConsentHeaders(inline: InlineHashes, form: string): Readonly<Record<string, string>> {
  return { 'content-security-policy': listPolicyDirectives(inline, { form: [form] }).join('; ') };
}

/**
 * Replaces the usual headers on the sign-in page if it runs the client of an identity provider, and only there. A
 * client calls its service. To sign in with Google, Firebase's client loads a frame of the service and opens a window
 * that reports back.
 */
export function createExternalLoginHeaders(
  inline: InlineHashes,
  sources: PolicySources,
): Readonly<Record<string, string>> {
  return {
    'content-security-policy': listPolicyDirectives(inline, sources).join('; '),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    // The service may be configured to answer calls from this site only, which it checks by the referrer.
    'referrer-policy': 'strict-origin',
  };
}
