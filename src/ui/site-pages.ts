export { pageHref } from '../model/urls.ts';
/** `gatehouse/pages`: what pages of a site (`src/pages/*.tsx`) can import from the shell. */
export type { Card, StandaloneContext } from './page-data.ts';
export { CardGrid } from './pages/card-grid.tsx';
export { SearchLink } from './shell/navbar/search-link.tsx';
