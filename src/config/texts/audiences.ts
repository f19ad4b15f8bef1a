/** Who sees what. */
export const audiencesTexts = {
  audiences: { en: 'Audiences', es: 'Públicos' },
  audiencesNeedScripts: {
    en: 'This page needs JavaScript. Who sees what is said by gatehouse check as well.',
    es: 'Esta página necesita JavaScript. Quién ve qué lo dice también gatehouse check.',
  },
  preview: { en: 'Preview', es: 'Vista previa' },
  previewOfReaders: {
    en: 'You see the site as a reader in no group.',
    es: 'Ves el sitio como un lector que no está en ningún grupo.',
  },
  previewOfGroups: {
    en: 'You see the site as a reader in: {groups}.',
    es: 'Ves el sitio como un lector de: {groups}.',
  },
  previewOfVisitors: {
    en: 'You see the site as a visitor, who has not signed in.',
    es: 'Ves el sitio como un visitante que no ha iniciado sesión.',
  },
  endPreview: { en: 'End preview', es: 'Terminar la vista previa' },
  beginPreview: {
    en: 'See the site as a reader in these groups',
    es: 'Ver el sitio como un lector de estos grupos',
  },
  beginVisitorPreview: { en: 'See the site as a visitor', es: 'Ver el sitio como un visitante' },
  visitors: { en: 'Visitors', es: 'Visitantes' },
  noAudiences: {
    en: 'Every reader sees every page: the configuration declares no groups.',
    es: 'Todos los lectores ven todas las páginas: la configuración no declara grupos.',
  },
  group: { en: 'Group', es: 'Grupo' },
  reachedPages: { en: 'Pages', es: 'Páginas' },
  everyReader: { en: 'Every reader', es: 'Todos los lectores' },
  allPages: { en: 'All pages', es: 'Todas las páginas' },
  noSuchPages: { en: 'There is no such page.', es: 'No hay páginas así.' },
  hiddenLinks: { en: 'Links to hidden pages', es: 'Enlaces a páginas ocultas' },
  hiddenNeighbours: { en: 'Hidden previous or next', es: 'Anterior o siguiente ocultas' },
  noGaps: {
    en: 'Every page leads its readers to pages that they see.',
    es: 'Cada página lleva a sus lectores a páginas que ven.',
  },
  narrowPages: {
    en: 'Pages for visitors, or for some readers',
    es: 'Páginas para visitantes, o para algunos lectores',
  },
  beyondLinks: {
    en: 'Links that lead some readers of a page nowhere',
    es: 'Enlaces que a algunos lectores de una página no les llevan a nada',
  },
  beyondNeighbours: {
    en: 'Previous and next pages that some readers of a page do not see',
    es: 'Páginas anteriores y siguientes que algunos lectores de una página no ven',
  },
  leadsTo: { en: 'Leads to', es: 'Lleva a' },
  seenBy: { en: 'Seen by', es: 'Las ve' },
  nobody: { en: 'administrators only', es: 'solo administradores' },
} as const;
