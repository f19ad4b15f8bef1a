import * as texts from 'virtual:site/texts';
import { pageHref } from '../../model/urls.ts';
import type { StandaloneContext } from '../page-data.ts';
import { SearchLink } from '../shell/navbar/search-link.tsx';
import { CardGrid } from './card-grid.tsx';

/** Default home page: name, search, sections and latest changes. */
export default function Home({ config, sections, recent }: StandaloneContext) {
  const days = new Intl.DateTimeFormat(config.lang ?? 'en', { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <div className="home">
      <h1>{config.name}</h1>
      {config.tagline && <p className="home__tagline">{config.tagline}</p>}
      <SearchLink />
      {sections.length > 0 && (
        <section className="home__section">
          <h2>{texts.allSections}</h2>
          <CardGrid cards={sections} />
        </section>
      )}
      {recent.length > 0 && (
        <section className="home__section">
          <h2>{texts.whatIsNew}</h2>
          <ul className="home__recent">
            {recent.map(({ path, title, date, section }) => (
              <li key={path}>
                <a href={pageHref(path)}>
                  <time dateTime={date}>{days.format(new Date(date))}</time>
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
