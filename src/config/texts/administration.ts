/** What is read, searched and answered. */
export const administrationTexts = {
  administrationNeedsScripts: {
    en: 'This page needs JavaScript. What it shows can be read by the command line as well: gatehouse --help.',
    es: 'Esta página necesita JavaScript. Lo que muestra se puede leer también en la línea de comandos: gatehouse --help.',
  },
  overview: { en: 'Overview', es: 'Resumen' },
  reading: { en: 'Reading', es: 'Lectura' },
  searches: { en: 'Searches', es: 'Búsquedas' },
  feedback: { en: 'Feedback', es: 'Opiniones' },
  audit: { en: 'Audit', es: 'Registro' },
  health: { en: 'Health', es: 'Estado' },
  backups: { en: 'Backups', es: 'Copias' },
  releases: { en: 'Releases', es: 'Versiones' },
  /** Before `CSV` or `JSON`. */
  download: { en: 'Download as', es: 'Descargar como' },
  notDownloaded: {
    en: 'The file could not be made. Try again in a moment.',
    es: 'No se ha podido crear el archivo. Inténtalo de nuevo en un momento.',
  },
  save: { en: 'Save', es: 'Guardar' },
  page: { en: 'Page', es: 'Página' },
  day: { en: 'Day', es: 'Día' },
  period: { en: 'Period', es: 'Periodo' },
  /** `{count}`: 7, 30, 90. */
  lastDays: { en: 'Last {count} days', es: 'Últimos {count} días' },
  moreDetails: { en: 'Show all', es: 'Ver todo' },

  readingLead: {
    en: 'How often each page was opened. Nobody is written down.',
    es: 'Cuántas veces se ha abierto cada página. No se anota a nadie.',
  },
  openedByDay: { en: 'Pages opened by day', es: 'Páginas abiertas por día' },
  timesOpened: { en: 'Opened', es: 'Aperturas' },
  lastOpened: { en: 'Last opened', es: 'Última apertura' },
  findPages: { en: 'Find by address', es: 'Buscar por dirección' },
  nothingRead: {
    en: 'Nobody has opened such a page in this time.',
    es: 'Nadie ha abierto una página así en este periodo.',
  },

  searchesLead: {
    en: 'What readers typed, as they finished it. Nobody is written down.',
    es: 'Lo que han escrito los lectores, tal como lo terminaron. No se anota a nadie.',
  },
  searchesByDay: { en: 'Searches by day', es: 'Búsquedas por día' },
  searchesShown: { en: 'Searches shown', es: 'Búsquedas mostradas' },
  allSearches: { en: 'All', es: 'Todas' },
  searchesWithoutResults: { en: 'Not found', es: 'Sin resultados' },
  searchesUnopened: { en: 'Found, not opened', es: 'Con resultados, sin abrir' },
  searchedFor: { en: 'Searched for', es: 'Se buscó' },
  timesSearched: { en: 'Searches', es: 'Búsquedas' },
  hitsFound: { en: 'Results', es: 'Resultados' },
  findSearches: { en: 'Find in what was typed', es: 'Buscar en lo escrito' },
  noSearches: { en: 'There is no such search in this time.', es: 'No hay búsquedas así en este periodo.' },
  /** `{query}`: what was searched for. */
  searchActions: { en: 'Actions for “{query}”', es: 'Acciones para «{query}»' },
  makeQuestion: { en: 'Make it a question', es: 'Convertir en pregunta' },
  makeSynonym: { en: 'Add a synonym', es: 'Añadir un sinónimo' },
  questionLead: {
    en: 'Whoever asks this finds the page, from the next build of the site on.',
    es: 'Quien pregunte esto encontrará la página a partir de la próxima compilación del sitio.',
  },
  questionWords: { en: 'What readers ask', es: 'Lo que preguntan los lectores' },
  questionAddress: { en: 'Address of the page that answers it', es: 'Dirección de la página que responde' },
  questionAddressHint: {
    en: 'Such as /docs/forms, or with its heading: /docs/forms#rows',
    es: 'Como /docs/forms, o con su título: /docs/forms#rows',
  },
  synonymLead: {
    en: 'Words that mean the same, from the next build of the site on.',
    es: 'Palabras que significan lo mismo, a partir de la próxima compilación del sitio.',
  },
  synonymRule: { en: 'Rule', es: 'Regla' },
  synonymRuleHint: {
    en: '“delete, remove” mean the same; “boss => manager” finds the second for the first.',
    es: '«delete, remove» significan lo mismo; «boss => manager» encuentra la segunda con la primera.',
  },
  noPageThere: { en: 'There is no page at this address.', es: 'No hay ninguna página en esta dirección.' },
  ruleIsWrong: {
    en: 'This is not a rule: two or more words or phrases between commas, and at most one “=>”.',
    es: 'No es una regla: dos o más palabras o frases entre comas y, como mucho, un «=>».',
  },
  /** `{file}`: of the site folder. */
  writtenTo: {
    en: 'Written to {file}. Build the site, and it counts.',
    es: 'Escrito en {file}. Compila el sitio para que cuente.',
  },
  addByHand: {
    en: 'The site folder cannot be written from here. Add this to {file} and build the site:',
    es: 'No se puede escribir en la carpeta del sitio desde aquí. Añade esto a {file} y compila el sitio:',
  },
  copyText: { en: 'Copy', es: 'Copiar' },

  stateOpen: { en: 'Open', es: 'Abierta' },
  stateAnswered: { en: 'Answered', es: 'Respondida' },
  stateDone: { en: 'Done', es: 'Resuelta' },
  feedbackState: { en: 'State', es: 'Estado' },
  feedbackPlace: { en: 'Comment', es: 'Comentario' },
  feedbackVerdict: { en: 'Helpful', es: 'Útil' },
  feedbackGiven: { en: 'Given', es: 'Recibida' },
  findFeedback: { en: 'Find in pages, comments and notes', es: 'Buscar en páginas, comentarios y notas' },
  noFeedbackFound: { en: 'There is no such feedback.', es: 'No hay opiniones así.' },
  withoutComment: { en: 'No comment', es: 'Sin comentario' },
  feedbackNote: { en: 'Note', es: 'Nota' },
  /** `{page}`: its address. */
  feedbackActions: { en: 'Actions for feedback on {page}', es: 'Acciones para la opinión sobre {page}' },
  answerReader: { en: 'Answer', es: 'Responder' },
  markDone: { en: 'Mark as done', es: 'Marcar como resuelta' },
  reopen: { en: 'Open again', es: 'Volver a abrir' },
  answerTitle: { en: 'Answer this reader', es: 'Responder a este lector' },
  doneTitle: { en: 'Mark as done', es: 'Marcar como resuelta' },
  answerByMail: {
    en: 'They get this by e-mail. You don’t see who they are.',
    es: 'Lo recibirá por correo. Tú no ves quién es.',
  },
  answerWithoutMail: {
    en: 'This site sends no e-mail: what you write stays here, for administrators.',
    es: 'Este sitio no envía correo: lo que escribas se queda aquí, para quienes administran.',
  },
  answerLabel: { en: 'Answer', es: 'Respuesta' },
  noteLabel: { en: 'Note, if you like', es: 'Nota, si quieres' },
  feedbackMailed: { en: 'Saved. The reader gets an e-mail.', es: 'Guardado. El lector recibirá un correo.' },
  feedbackSaved: { en: 'Saved.', es: 'Guardado.' },
  feedbackGone: {
    en: 'This feedback is not there any more: its reader has changed it, or is gone.',
    es: 'Esta opinión ya no está: su lector la ha cambiado o se ha ido.',
  },
} as const;
