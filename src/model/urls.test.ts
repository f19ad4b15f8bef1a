import { expect, test } from 'vitest';
import * as urls from './urls.ts';

/** What an address is made from, where it is not the same for all. */
const examples: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  pageHref: [['/docs/Developer Info/REST'], ['/docs/what?/a#b'], ['/docs/100% sure']],
  writtenHref: [['/docs/Developer%20Info/a b?x=1#y'], ['https://example.com/ü']],
  pageFileUrl: [['/'], ['/docs/a'], ['/docs/a/']],
  markdownPath: [['/'], ['/docs/a'], ['/docs/a/']],
  tagsPath: [['/'], ['/docs']],
  sidebarFileUrl: [['docs']],
  loginUrl: [
    [],
    [{ next: '/docs/Developer%20Info/x?tab=php#y' }],
    [{ error: 'not-allowed', next: '/' }],
    [{ form: 'a-key' }],
  ],
  setUpUrl: [['a-token']],
  inviteUrl: [['a-token']],
  resetUrl: [['a-token']],
  forgottenUrl: [[{}], [{ form: 'key' }], [{ sent: 'yes' }]],
  oidcStartUrl: [['/'], ['/docs/a?b=1']],
  searchUrl: [
    ['drop-down & list', 0],
    ['a', 3],
  ],
};

test('every address, once', () => {
  const made = Object.entries(urls).flatMap(([name, url]) =>
    typeof url === 'string'
      ? [`${name} ${url}`]
      : (examples[name] ?? []).map((given) => `${name} ${Reflect.apply(url, undefined, given)}`),
  );
  expect(new Set(made.map((line) => line.split(' ')[0])).size).toBe(Object.keys(urls).length);
  expect(made).toMatchInlineSnapshot(`
    [
      "LOGIN_PATH /login",
      "SET_UP_PATH /setup",
      "INVITE_PATH /invite",
      "RESET_PATH /reset",
      "FORGOTTEN_PATH /forgotten",
      "SEARCH_PATH /search",
      "ACCOUNT_PATH /account",
      "USERS_PATH /admin/users",
      "NOT_FOUND_PATH /404",
      "SESSION_URL /auth/session",
      "SIGN_IN_URL /auth/sign-in",
      "SIGN_OUT_URL /auth/sign-out",
      "OIDC_START_PATH /auth/oidc/start",
      "OIDC_CALLBACK_PATH /auth/oidc/callback",
      "FEEDBACK_URL /_feedback",
      "SEARCH_QUERIES_PATH /1/indexes/:index/queries",
      "SEARCH_QUERY_PATH /1/indexes/:index/query",
      "SEARCH_EVENTS_URL /1/events",
      "OPENAPI_URL /api/v1/openapi.json",
      "HEALTH_URL /healthz",
      "READINESS_URL /readyz",
      "DEV_PAGE_URL /_dev/page",
      "DEV_CHANGES_URL /_dev/changes",
      "ASSETS_PREFIX /_assets/",
      "ARTICLE_STYLES_URL /_assets/articles.css",
      "TITLES_URL /_titles.json",
      "LLMS_INDEX_URL /llms.txt",
      "LLMS_FULL_URL /llms-full.txt",
      "pageHref /docs/Developer%20Info/REST",
      "pageHref /docs/what%3F/a%23b",
      "pageHref /docs/100%25%20sure",
      "writtenHref /docs/Developer%20Info/a%20b?x=1#y",
      "writtenHref https://example.com/%C3%BC",
      "pageFileUrl /_page/index.json",
      "pageFileUrl /_page/docs/a.json",
      "pageFileUrl /_page/docs/a/.json",
      "markdownPath /index.md",
      "markdownPath /docs/a.md",
      "markdownPath /docs/a.md",
      "tagsPath /tags",
      "tagsPath /docs/tags",
      "sidebarFileUrl /_sidebar/docs.json",
      "loginUrl /login",
      "loginUrl /login?next=/docs/Developer%2520Info/x%3Ftab%3Dphp%23y",
      "loginUrl /login?error=not-allowed&next=/",
      "loginUrl /login?form=a-key",
      "setUpUrl /setup?token=a-token",
      "inviteUrl /invite?token=a-token",
      "resetUrl /reset?token=a-token",
      "forgottenUrl /forgotten",
      "forgottenUrl /forgotten?form=key",
      "forgottenUrl /forgotten?sent=yes",
      "oidcStartUrl /auth/oidc/start",
      "oidcStartUrl /auth/oidc/start?next=/docs/a%3Fb%3D1",
      "searchUrl /search?q=drop-down+%26+list",
      "searchUrl /search?q=a&page=4",
    ]
  `);
});
