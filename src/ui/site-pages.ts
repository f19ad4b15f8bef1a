export { pageHref } from '../model/urls.ts';
/** What the pages of a site (`src/pages/*.tsx`) may take from the shell: the door `gatehouse/pages`. */
export type { Card, StandaloneContext } from './page-data.ts';
export { CardGrid } from './pages/card-grid.tsx';
export { SearchLink } from './shell/search-link.tsx';
