/** The search dialog and its page. */
export const searchTexts = {
  search: { en: 'Search docs', es: 'Buscar en la documentación' },
  searchUnreachable: { en: 'Unable to fetch results', es: 'No se han podido obtener resultados' },
  searchUnreachableHelp: {
    en: 'You might want to check your network connection.',
    es: 'Comprueba tu conexión a la red.',
  },
  noResultsFor: { en: 'No results for', es: 'Sin resultados para' },
  trySearchingFor: { en: 'Try searching for', es: 'Prueba a buscar' },
  noRecentSearches: { en: 'No recent searches', es: 'No hay búsquedas recientes' },
  searchTitle: { en: 'Search', es: 'Búsqueda' },
  closeSearch: { en: 'Close search', es: 'Cerrar la búsqueda' },
  recentSearches: { en: 'Recent', es: 'Recientes' },
  favourites: { en: 'Favourites', es: 'Favoritos' },
  /** `{title}`: of a page or heading. */
  addFavourite: { en: 'Add to favourites: {title}', es: 'Añadir a favoritos: {title}' },
  removeFromHistory: { en: 'Remove: {title}', es: 'Quitar: {title}' },
  /** `{count}`: number of hits. */
  searchHits: { en: '{count} results', es: '{count} resultados' },
  /** Above the hits that answer best, where they are of several sections. */
  bestResults: { en: 'Best results', es: 'Mejores resultados' },
  /** Clears the marks on a page that search opened. */
  clearMarks: { en: 'Clear search highlights (Esc)', es: 'Quitar el resaltado de la búsqueda (Esc)' },
  seeAllResults: { en: 'See all results', es: 'Ver todos los resultados' },
  previousResults: { en: 'Previous results', es: 'Resultados anteriores' },
  nextResults: { en: 'Next results', es: 'Resultados siguientes' },
} as const;
