import { type Card, CardGrid, pageHref, SearchLink, type StandaloneContext } from 'gatehouse/pages';
import { GatePicture } from './_gate-picture.tsx';

export const description = 'Documentation of Gatehouse: publish pages that only the right people can read.';

const roles: Card[] = [
  {
    href: '/docs/owners',
    title: 'Owners',
    description: 'Invite readers, show pages to some of them only, and learn what they need.',
    kind: 'start',
  },
  {
    href: '/docs/authors',
    title: 'Authors',
    description: 'Write and preview pages, move a Docusaurus site, and help readers find the answer.',
    kind: 'start',
  },
  {
    href: '/docs/operators',
    title: 'Operators',
    description: 'Install a server, publish from CI, back up, and watch it.',
    kind: 'start',
  },
  {
    href: '/docs/developers',
    title: 'Developers',
    description: 'Use your own components, and read pages and search through the API.',
    kind: 'start',
  },
];

const references: Card[] = [
  {
    href: '/docs/reference/configuration',
    title: 'Site configuration',
    description: 'Every key of site.config.ts.',
    kind: 'start',
  },
  {
    href: '/docs/reference/environment',
    title: 'Environment variables',
    description: 'Every setting of the server.',
    kind: 'start',
  },
  {
    href: '/docs/reference/commands',
    title: 'Commands',
    description: 'Every command with its options.',
    kind: 'start',
  },
  {
    href: '/docs/reference/api-account',
    title: 'HTTP API',
    description: 'Every endpoint, with its errors.',
    kind: 'start',
  },
];

export default function Home({ config }: StandaloneContext) {
  return (
    <div className="home">
      <div className="opening">
        <div>
          <h1>Documentation that only the right people can read</h1>
          <p className="home__tagline">
            {config.name} takes a folder of Markdown or a Docusaurus site, and serves it behind a real
            sign-in, with search, audiences and releases.
          </p>
          <pre className="opening__command">
            <code>npm ci && npm start</code>
          </pre>
          <p className="opening__links">
            <a className="opening__start" href={pageHref('/docs/tutorial/start')}>
              Start the tutorial
            </a>
            <a href={pageHref('/docs')}>What is {config.name}?</a>
          </p>
        </div>
        <GatePicture />
      </div>
      <SearchLink />
      <section className="home__section">
        <h2>What do you want to do?</h2>
        <CardGrid cards={roles} />
      </section>
      <section className="home__section">
        <h2>Look something up</h2>
        <CardGrid cards={references} />
      </section>
      <section className="home__section promises">
        <h2>How it keeps its promise</h2>
        <ul>
          <li>
            <a href={pageHref('/docs/explanations/gate')}>The gate</a> answers only addresses that the build
            lists. Visitors get no article, no search data and no file name.
          </li>
          <li>
            <a href={pageHref('/docs/explanations/audiences')}>Audiences</a> are cut before a page is made.
            Readers can’t tell that a hidden page exists.
          </li>
          <li>
            <a href={pageHref('/docs/explanations/releases')}>Releases</a> switch within a second, and go back
            as fast.
          </li>
          <li>
            <a href={pageHref('/docs/explanations/security')}>Every promise</a> is tested by attacks on a real
            server.
          </li>
        </ul>
      </section>
    </div>
  );
}
