import { defineSiteConfig } from 'gatehouse/config';

/** Gatehouse's own documentation. `docs/generate/` writes the reference pages from the sources of the engine. */
export default defineSiteConfig({
  name: 'Gatehouse',
  tagline: 'Publish documentation that only the right people can read.',
  // `.md` is CommonMark, so that generated tables may show braces; `.mdx` is MDX.
  markdownFormat: 'detect',
  trailingSlash: false,
  styles: ['./src/styles/home.css'],
  navbar: {
    items: [
      { label: 'Tutorial', to: '/docs/tutorial/start', activeBasePath: '/docs/tutorial' },
      { label: 'Guides', to: '/docs', activeBaseRegex: '^/docs(?!/(tutorial|reference))' },
      { label: 'Reference', to: '/docs/reference/configuration', activeBasePath: '/docs/reference' },
    ],
  },
  openApi: {
    documents: ['api-account', 'api-accounts', 'api-releases', 'api-administration'].map((id) => ({
      id,
      spec: `openapi/${id}.json`,
    })),
  },
  search: {
    synonyms: [
      'sign in, log in, login, authenticate',
      'sign out, log out, logout',
      'user, reader, account, person, member',
      'administrator, admin, owner',
      'delete, remove, erase',
      'create, add, new, make',
      'change, edit, update, modify',
      'hide, restrict, limit, private',
      'public, open, anonymous, visitor',
      'email, e-mail, mail',
      'setting, option, variable, configuration, parameter',
      'restore, recover, roll back, undo, revert',
      'release, version, deployment',
      'publish, deploy, upload, ship',
      'database, postgres, postgresql, sqlite',
      'two-factor, 2fa, mfa, second factor, passkey, one-time code, totp',
      'sso, single sign-on, openid connect, oidc, provider',
      'assistant, agent, ai, mcp, claude, cursor, chatgpt',
      'language, translation, i18n, locale',
      'picture, image, photo',
      'diagram, mermaid, chart',
      'monitor, metrics, prometheus, health, alert',
      'machine, server, host',
    ],
  },
  footer: {
    columns: [
      {
        title: 'Start',
        items: [
          { label: 'Tutorial', to: '/docs/tutorial/start' },
          { label: 'Move a Docusaurus site', to: '/docs/authors/move-from-docusaurus' },
        ],
      },
      {
        title: 'Run it',
        items: [
          { label: 'Install', to: '/docs/operators/install' },
          { label: 'Go to production', to: '/docs/operators/production' },
        ],
      },
      {
        title: 'Look up',
        items: [
          { label: 'Site configuration', to: '/docs/reference/configuration' },
          { label: 'Environment variables', to: '/docs/reference/environment' },
          { label: 'Commands', to: '/docs/reference/commands' },
        ],
      },
    ],
    copyright: 'Gatehouse is published under the MIT licence.',
  },
});
