/** Tags, versions, languages and the blog. */
export const blogTexts = {
  tags: { en: 'Tags', es: 'Etiquetas' },
  allTags: { en: 'View all tags', es: 'Ver todas las etiquetas' },
  /** `{nDocsTagged}` `{tagName}` */
  taggedWith: { en: '{nDocsTagged} with “{tagName}”', es: '{nDocsTagged} con «{tagName}»' },
  /** `{count}`; the forms of a language's plurals, in their usual order. */
  docsTagged: {
    en: 'One document tagged|{count} documents tagged',
    es: 'Un documento etiquetado|{count} documentos etiquetados',
  },
  on: { en: 'on', es: 'el' },
  by: { en: 'by', es: 'por' },
  /** `{label}`: of the documentation's version. */
  version: { en: 'Version: {label}', es: 'Versión: {label}' },
  /** `{siteTitle}` `{versionLabel}` */
  unreleasedVersion: {
    en: 'This is unreleased documentation for {siteTitle} {versionLabel} version.',
    es: 'Esta es la documentación sin publicar de {siteTitle}, versión {versionLabel}.',
  },
  unmaintainedVersion: {
    en: 'This is documentation for {siteTitle} {versionLabel}, which is no longer actively maintained.',
    es: 'Esta es la documentación de {siteTitle} {versionLabel}, que ya no se mantiene activamente.',
  },
  /** `{latestVersionLink}` `{versionLabel}` */
  latestVersion: {
    en: 'For up-to-date documentation, see the {latestVersionLink} ({versionLabel}).',
    es: 'La documentación actualizada está en la {latestVersionLink} ({versionLabel}).',
  },
  latestVersionLabel: { en: 'latest version', es: 'última versión' },
  language: { en: 'Language', es: 'Idioma' },
  /** One form for each of the language's plurals, between bars. */
  readingTime: {
    en: 'One min read|{readingTime} min read',
    es: 'Lectura de un minuto|{readingTime} min de lectura',
  },
  newerEntries: { en: 'Newer entries', es: 'Entradas más recientes' },
  olderEntries: { en: 'Older entries', es: 'Entradas más antiguas' },
  readMore: { en: 'Read more', es: 'Leer más' },
  /** `{title}`: of a post. */
  readMoreAbout: { en: 'Read more about {title}', es: 'Leer más sobre {title}' },
  tagsLabel: { en: 'Tags:', es: 'Etiquetas:' },
  /** `{nPosts}`: `manyPosts`. */
  postsTagged: { en: '{nPosts} tagged with "{tagName}"', es: '{nPosts} con la etiqueta «{tagName}»' },
  manyPosts: { en: 'One post|{count} posts', es: 'Una entrada|{count} entradas' },
  archive: { en: 'Archive', es: 'Archivo' },
  authors: { en: 'Authors', es: 'Autores' },
  allAuthors: { en: 'View all authors', es: 'Ver todos los autores' },
  /** `{nPosts}`: `manyPosts`. */
  authorTitle: { en: '{authorName} - {nPosts}', es: '{authorName} - {nPosts}' },
  noPostsByAuthor: {
    en: 'This author has not written any posts yet.',
    es: 'Este autor todavía no ha escrito ninguna entrada.',
  },
} as const;
