/** Around every page. */
export const shellTexts = {
  skipToContent: { en: 'Skip to main content', es: 'Saltar al contenido principal' },
  pageCrashed: { en: 'This page crashed.', es: 'Esta página ha fallado.' },
  tryAgain: { en: 'Try again', es: 'Volver a intentarlo' },
  pageError: { en: 'Page Error', es: 'Error de la página' },
  retry: { en: 'Retry', es: 'Reintentar' },
  pageNotFound: { en: 'Page not found', es: 'Página no encontrada' },
  notLoadedProperly: {
    en: 'Part of this page did not load.',
    es: 'Una parte de esta página no se ha cargado.',
  },
  notLoadedReload: { en: 'Reload it.', es: 'Vuelve a cargarla.' },
  notLoadedForAdministrators: { en: 'For administrators', es: 'Para administradores' },
  notLoadedHint: {
    en: 'A wrong base URL setting is the most likely cause: check BASE_URL and the proxy in front of the site.',
    es: 'Lo más probable es que la dirección base esté mal configurada: revisa BASE_URL y el proxy que hay delante del sitio.',
  },
  themeLight: { en: 'Switch to light mode', es: 'Cambiar al modo claro' },
  themeDark: { en: 'Switch to dark mode', es: 'Cambiar al modo oscuro' },
  openNavigation: { en: 'Open navigation', es: 'Abrir la navegación' },
  closeNavigation: { en: 'Close navigation', es: 'Cerrar la navegación' },
  yes: { en: 'Yes', es: 'Sí' },
  no: { en: 'No', es: 'No' },
  home: { en: 'Home', es: 'Inicio' },
  allSections: { en: 'All sections', es: 'Todas las secciones' },
  whatIsNew: { en: 'What is new', es: 'Novedades' },
  mainNavigation: { en: 'Main', es: 'Principal' },
  docsSidebar: { en: 'Docs sidebar', es: 'Barra lateral de la documentación' },
  /** `{label}`: of a category whose items a button opens and closes. */
  categoryItems: { en: 'Pages in {label}', es: 'Páginas de {label}' },
  breadcrumbs: { en: 'Breadcrumbs', es: 'Ruta de navegación' },
  docsPages: { en: 'Previous and next page', es: 'Página anterior y siguiente' },
  announcement: { en: 'Announcement', es: 'Anuncio' },
  closeAnnouncement: { en: 'Close announcement', es: 'Cerrar el anuncio' },
  loadingPage: { en: 'Loading the page', es: 'Cargando la página' },
  notLoaded: { en: 'This part did not load.', es: 'Esta parte no se ha cargado.' },
  livePartFailed: { en: 'This part of the page crashed.', es: 'Esta parte de la página ha fallado.' },
  notFoundHere: { en: 'There is nothing at this address.', es: 'No hay nada en esta dirección.' },
  /** After the path. */
  notFoundAt: { en: 'leads nowhere.', es: 'no lleva a ninguna parte.' },
  /** Before the pages whose address or title is most like it. */
  nearestPages: { en: 'Perhaps you are looking for', es: 'Quizá buscas' },
} as const;
