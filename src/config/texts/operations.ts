/** Audit, health, backups, releases, announcement. */
export const operationsTexts = {
  auditTime: { en: 'Time', es: 'Hora' },
  auditEvent: { en: 'Act', es: 'Acto' },
  auditAccount: { en: 'Account', es: 'Cuenta' },
  auditBy: { en: 'By', es: 'Por' },
  auditFrom: { en: 'Address', es: 'Dirección' },
  auditDetail: { en: 'Detail', es: 'Detalle' },
  allEvents: { en: 'All acts', es: 'Todos los actos' },
  findAudit: { en: 'Find by person or network address', es: 'Buscar por persona o dirección de red' },
  auditSince: { en: 'Since', es: 'Desde' },
  auditUntil: { en: 'Until', es: 'Hasta' },
  noAudit: { en: 'Nothing of this kind is written down.', es: 'No hay nada así anotado.' },

  sessionAccount: { en: 'Account', es: 'Cuenta' },
  sessionsLive: { en: 'Who is signed in now.', es: 'Quién tiene la sesión iniciada ahora.' },
  sessionDevice: { en: 'Browser', es: 'Navegador' },
  sessionLastUsed: { en: 'Last used', es: 'Último uso' },
  findSessions: { en: 'Find by name or e-mail', es: 'Buscar por nombre o correo' },
  noSessionsFound: {
    en: 'Nobody of this name is signed in.',
    es: 'Nadie con ese nombre tiene la sesión iniciada.',
  },
  /** `{email}`: whose. */
  sessionActions: { en: 'Actions for a session of {email}', es: 'Acciones para una sesión de {email}' },
  sessionEndedOf: { en: 'A session of {email} has ended.', es: 'Se ha cerrado una sesión de {email}.' },
  allSessionsEndedOf: {
    en: 'All sessions of {email} have ended.',
    es: 'Se han cerrado todas las sesiones de {email}.',
  },

  announcementLead: {
    en: 'Above every page, for everybody, within a minute and on open pages too. Who closes it does not see it again.',
    es: 'Encima de cada página, para todos, en un minuto y también en las que están abiertas. Quien lo cierra no vuelve a verlo.',
  },
  announcementShown: { en: 'What is shown', es: 'Qué se muestra' },
  announcementConfigured: { en: 'What the configuration says', es: 'Lo que dice la configuración' },
  announcementNone: { en: 'Nothing', es: 'Nada' },
  announcementOwn: { en: 'This:', es: 'Esto:' },
  announcementText: { en: 'Text', es: 'Texto' },
  announcementHint: {
    en: 'One paragraph. **bold**, *italic*, `code` and [links](/docs) are understood.',
    es: 'Un párrafo. Se entienden **negrita**, *cursiva*, `código` y [enlaces](/docs).',
  },
  announcementKind: { en: 'Colour', es: 'Color' },
  kindInfo: { en: 'Information', es: 'Información' },
  kindTip: { en: 'Good news', es: 'Buena noticia' },
  kindWarning: { en: 'Warning', es: 'Aviso' },
  kindDanger: { en: 'Danger', es: 'Peligro' },
  announcementCloseable: { en: 'Readers can close it', es: 'Los lectores pueden cerrarlo' },
  announcementPreview: { en: 'How it looks', es: 'Cómo se ve' },
  announcementSaved: {
    en: 'Saved. Within a minute every reader sees it, on the page that is open too.',
    es: 'Guardado. En un minuto lo ve cada lector, también en la página que tiene abierta.',
  },

  healthOk: { en: 'Well', es: 'Bien' },
  healthWarn: { en: 'Look at it', es: 'Revisar' },
  healthFail: { en: 'Mend it', es: 'Arreglar' },
  healthAllWell: { en: 'Everything is well.', es: 'Todo está bien.' },
  /** `{count}`: of what is not well. */
  healthWrong: { en: 'To look at: {count}.', es: 'Por revisar: {count}.' },
  lookAgain: { en: 'Look again', es: 'Mirar otra vez' },
  sendTestMail: { en: 'Send test e-mail', es: 'Enviar correo de prueba' },
  testMailSending: { en: 'Sending…', es: 'Enviando…' },
  /** `{email}`: of whoever asked for it. */
  testMailSent: {
    en: 'The mail server took a test e-mail for {email}. If it doesn’t arrive, look in the spam folder.',
    es: 'El servidor de correo ha aceptado un mensaje de prueba para {email}. Si no llega, mira en la carpeta de spam.',
  },
  /** `{reason}`: what the mail server said. */
  testMailFailed: {
    en: 'The test e-mail wasn’t sent: {reason}',
    es: 'No se ha enviado el correo de prueba: {reason}',
  },

  digestTitle: { en: 'Weekly digest', es: 'Resumen semanal' },
  digestLead: {
    en: 'Feedback and failed searches of the week by e-mail, on Mondays, if there are any.',
    es: 'Opiniones y búsquedas fallidas de la semana por correo, los lunes, si las hay.',
  },
  digestMine: { en: 'Send it to me', es: 'Enviármelo' },
  digestOff: {
    en: 'It is switched off for everybody: DIGEST=off.',
    es: 'Está desactivado para todos: DIGEST=off.',
  },
  digestWithoutMail: {
    en: 'This site sends no e-mail (SMTP_URL).',
    es: 'Este sitio no envía correo (SMTP_URL).',
  },
  digestSaved: { en: 'Saved.', es: 'Guardado.' },

  /** `{hours}` `{keep}` `{folder}` */
  backupSchedule: {
    en: 'The server saves all that it keeps every {hours} hours into {folder}, restores it to see that it can be, and keeps the last {keep}.',
    es: 'El servidor guarda todo lo que conserva cada {hours} horas en {folder}, lo restaura para comprobarlo y conserva las últimas {keep}.',
  },
  backupName: { en: 'File', es: 'Archivo' },
  backupSize: { en: 'Size', es: 'Tamaño' },
  backupMade: { en: 'Made', es: 'Creada' },
  makeBackup: { en: 'Make one now', es: 'Crear una ahora' },
  backupUnderway: { en: 'One is being made…', es: 'Se está creando una…' },
  backupDone: {
    en: 'A backup is made, and was restored to see that it can be.',
    es: 'La copia está hecha y se ha restaurado para comprobarla.',
  },
  backupGoesOn: {
    en: 'A backup is being made. It is here when it is done.',
    es: 'Se está creando una copia. Aparecerá aquí cuando esté lista.',
  },
  /** `{reason}`: why. */
  backupFailed: { en: 'No backup could be made: {reason}', es: 'No se ha podido crear la copia: {reason}' },
  noBackupYet: { en: 'There is no backup yet.', es: 'Aún no hay ninguna copia.' },
  noBackups: {
    en: 'The server makes no backups. Give it a folder for them: BACKUP_DIR.',
    es: 'El servidor no hace copias. Indícale una carpeta: BACKUP_DIR.',
  },
  lastBackup: { en: 'Last backup', es: 'Última copia' },

  /** `{keep}`: how many. */
  releasesLead: {
    en: 'What was published. The last {keep} are kept, and each can be served again: within a second, and no request fails. To machines with disks of their own, the command publish brings it.',
    es: 'Lo que se ha publicado. Se guardan las últimas {keep}, y cualquiera se puede volver a servir: en un segundo y sin que falle ninguna petición. A las máquinas con disco propio la lleva el comando publish.',
  },
  releaseName: { en: 'Release', es: 'Versión' },
  releaseLive: { en: 'served', es: 'servida' },
  releasePublished: { en: 'Published', es: 'Publicada' },
  releaseAuthor: { en: 'By', es: 'Por' },
  releaseCommit: { en: 'Commit', es: 'Commit' },
  releasePages: { en: 'Pages', es: 'Páginas' },
  releaseChanges: { en: 'Changes', es: 'Cambios' },
  /** `{count}` each. */
  pagesAdded: { en: '{count} added', es: '{count} nuevas' },
  pagesChanged: { en: '{count} changed', es: '{count} cambiadas' },
  pagesMoved: { en: '{count} moved', es: '{count} movidas' },
  pagesRemoved: { en: '{count} removed', es: '{count} eliminadas' },
  andMore: { en: 'and {count} more', es: 'y {count} más' },
  noChanges: { en: 'No page', es: 'Ninguna página' },
  showChanges: { en: 'Show the changes', es: 'Mostrar los cambios' },
  /** `{name}` of a release, here and below. */
  changesOf: { en: 'What {name} changed', es: 'Lo que cambió {name}' },
  releaseActions: { en: 'Actions for {name}', es: 'Acciones de {name}' },
  serveAgain: { en: 'Serve it again', es: 'Volver a servirla' },
  serveAgainWarning: {
    en: 'All readers get {name}, until something else is published.',
    es: 'Todos los lectores reciben {name}, hasta que se publique otra cosa.',
  },
  releaseServed: { en: '{name} is served.', es: 'Se sirve {name}.' },
  noReleases: {
    en: 'Nothing is kept yet: the next build is.',
    es: 'Aún no se guarda ninguna: la próxima compilación lo será.',
  },
  deployTokens: { en: 'Deploy tokens', es: 'Tokens de publicación' },
  deployTokensLead: {
    en: 'CI publishes with a token: gatehouse publish. It can do nothing else, and read nothing.',
    es: 'CI publica con un token: gatehouse publish. No puede hacer nada más, ni leer nada.',
  },
  deployTokenMadeBy: { en: 'Made by', es: 'Creado por' },

  openFeedback: { en: 'Open feedback', es: 'Opiniones abiertas' },
  allAnswered: { en: 'Everything is answered.', es: 'Todo está respondido.' },
  failedSearches: { en: 'Searches without results', es: 'Búsquedas sin resultados' },
  noFailedSearches: { en: 'Everybody found something.', es: 'Todos han encontrado algo.' },
  signedInNow: { en: 'Signed in now', es: 'Con sesión iniciada' },
} as const;
