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
  endPreview: { en: 'End preview', es: 'Terminar la vista previa' },
  beginPreview: {
    en: 'See the site as a reader in these groups',
    es: 'Ver el sitio como un lector de estos grupos',
  },
  noAudiences: {
    en: 'Every reader sees every page: the configuration declares no groups.',
    es: 'Todos los lectores ven todas las páginas: la configuración no declara grupos.',
  },
  group: { en: 'Group', es: 'Grupo' },
  reachedPages: { en: 'Pages', es: 'Páginas' },
  everyReader: { en: 'Every reader', es: 'Todos los lectores' },
  narrowPages: { en: 'Pages that not every reader sees', es: 'Páginas que no ven todos los lectores' },
  seenBy: { en: 'Seen by', es: 'Las ve' },
  nobody: { en: 'administrators only', es: 'solo administradores' },
} as const;
