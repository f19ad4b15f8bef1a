import { type Card, CardGrid, pageHref, SearchLink, type StandaloneContext } from 'gatehouse/pages';
import { HomeFlow } from './_home-flow.tsx';

export const description =
  'Documentation of Lurana BPA: design processes, administer the workspace, write code for it, run cases.';

/** For each kind of reader, the pages to start with. The first one that the documentation has is linked. */
const readers = [
  {
    title: 'Process designer',
    description: 'Draw a process, build its forms, and decide who does what.',
    starts: [
      '/docs/LuranaBPA/Guides/ProcessDesigners',
      '/docs/category/2-how-to-create-your-first-process',
      '/docs/category/basic-features',
    ],
  },
  {
    title: 'Administrator',
    description:
      'Manage users and roles, set up sign-in, mail and calendars, and keep the installation running.',
    starts: [
      '/docs/LuranaBPA/Guides/Administrators',
      '/docs/LuranaBPA/BasicFeatures/3ManagingUsers/Users',
      '/docs/category/basic-features',
    ],
  },
  {
    title: 'Developer',
    description: 'Script forms in JavaScript, write triggers in PHP, call the REST API.',
    starts: ['/docs/LuranaBPA/Guides/Developers', '/docs/category/developer-info', '/docs/category/rest-api'],
  },
  {
    title: 'End user',
    description: 'Open a case, work on your tasks, and follow what becomes of them.',
    starts: [
      '/docs/LuranaBPA/Guides/EndUsers',
      '/docs/category/user-experience',
      '/docs/category/end-user-experience---running-a-case',
    ],
  },
];

const dateFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

export default function Home({ config, sections, recent, paths }: StandaloneContext) {
  const sitePaths = new Set(paths);
  const entries = readers.flatMap(({ starts, title, description }): Card[] => {
    const href = starts.find((path) => sitePaths.has(path));
    return href === undefined ? [] : [{ href, title, description, kind: 'start' }];
  });
  return (
    <div className="home">
      <div className="home__opening">
        <div>
          <h1>{config.name}</h1>
          {config.tagline && <p className="home__tagline">{config.tagline}</p>}
          <SearchLink />
        </div>
        <HomeFlow />
      </div>
      {entries.length > 0 && (
        <section className="home__section">
          <h2>Where do you want to start?</h2>
          <CardGrid cards={entries} />
        </section>
      )}
      {sections.length > 0 && (
        <section className="home__section">
          <h2>All sections</h2>
          <CardGrid cards={sections} />
        </section>
      )}
      {recent.length > 0 && (
        <section className="home__section">
          <h2>What's new</h2>
          <ul className="home__recent">
            {recent.map(({ path, title, date, section }) => (
              <li key={path}>
                <a href={pageHref(path)}>
                  <time dateTime={date}>{dateFormat.format(new Date(date))}</time>
                  {title}
                  {section !== undefined && <span className="home__recent-section">{section}</span>}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
