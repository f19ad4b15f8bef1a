/** Acts on many accounts, and accounts by file. */
export const bulkTexts = {
  /** `{accounts}`: `manyAccounts`, here and below. */
  manyAccounts: { en: '1 account|{count} accounts', es: '1 cuenta|{count} cuentas' },
  selectUser: { en: 'Select {email}', es: 'Seleccionar {email}' },
  selectPage: { en: 'Select all on this page', es: 'Seleccionar toda esta página' },
  usersSelected: { en: '{accounts} selected', es: '{accounts} seleccionadas' },
  selectMatching: { en: 'Select all {count} that match', es: 'Seleccionar las {count} que coinciden' },
  clearSelection: { en: 'Clear selection', es: 'Quitar la selección' },
  bulkAct: { en: 'What to do with the selected accounts', es: 'Qué hacer con las cuentas seleccionadas' },
  bulkChoose: { en: 'Choose what to do', es: 'Elige qué hacer' },
  bulkApply: { en: 'Continue', es: 'Continuar' },
  /** `{act}`: what was chosen. */
  bulkTitle: { en: '{act}: {accounts}?', es: '{act}: ¿{accounts}?' },
  bulkEndsSessions: { en: 'Their sessions end at once.', es: 'Sus sesiones terminan de inmediato.' },
  bulkEnables: { en: 'They can sign in again.', es: 'Pueden volver a iniciar sesión.' },
  bulkRemoves: {
    en: 'They lose access at once. This cannot be undone.',
    es: 'Pierden el acceso de inmediato. No se puede deshacer.',
  },
  bulkInvites: {
    en: 'Who has no password yet gets a new link; the one before works no more.',
    es: 'Quien todavía no tiene contraseña recibe un enlace nuevo; el anterior deja de servir.',
  },
  /** `{done}`, `{count}`: of the accounts. */
  bulkProgress: { en: '{done} of {count}', es: '{done} de {count}' },
  bulkDone: { en: 'Done: {accounts}.', es: 'Hecho: {accounts}.' },
  bulkNotDone: { en: 'Not done: {accounts}.', es: 'Sin hacer: {accounts}.' },
  bulkStopped: {
    en: 'The server did not answer, so it was not tried for {accounts}. Try again for those.',
    es: 'El servidor no ha respondido, así que no se ha intentado con {accounts}. Vuelve a intentarlo con ellas.',
  },
  refusedNotFound: { en: 'is not there any more', es: 'ya no existe' },
  refusedLastAdministrator: {
    en: 'is the last administrator who can sign in',
    es: 'es el último administrador que puede iniciar sesión',
  },
  refusedOwnAccount: { en: 'is your own account', es: 'es tu propia cuenta' },
  refusedHasPassword: { en: 'has a password already', es: 'ya tiene una contraseña' },
  refusedTooManyMails: {
    en: 'got several invitations within the hour',
    es: 'ha recibido varias invitaciones en una hora',
  },
  inviteAgain: { en: 'Invite again', es: 'Invitar de nuevo' },
  saveLinks: { en: 'Save the links (CSV)', es: 'Guardar los enlaces (CSV)' },
  linksOnce: {
    en: 'The links are told this once. Each works once, within 72 hours.',
    es: 'Los enlaces solo se muestran esta vez. Cada uno sirve una vez, durante 72 horas.',
  },
  importUsers: { en: 'Import', es: 'Importar' },
  exportUsers: { en: 'Export', es: 'Exportar' },
  importTitle: { en: 'Import users', es: 'Importar usuarios' },
  importLead: {
    en: 'A CSV file, as spreadsheets save it. Its first line names the columns: email and, if you like, name, role (reader or administrator) and groups.',
    es: 'Un archivo CSV, como los guardan las hojas de cálculo. La primera línea nombra las columnas: email y, si quieres, name, role (reader o administrator) y groups.',
  },
  importFile: { en: 'File', es: 'Archivo' },
  importPaste: { en: 'Or paste the lines', es: 'O pega las líneas' },
  importCheck: { en: 'Check', es: 'Comprobar' },
  importEmpty: { en: 'Choose a file, or paste its lines.', es: 'Elige un archivo o pega sus líneas.' },
  importProblems: {
    en: 'Nobody can be added: {count} lines are wrong.',
    es: 'No se puede añadir a nadie: {count} líneas son incorrectas.',
  },
  importOneProblem: {
    en: 'Nobody can be added: 1 line is wrong.',
    es: 'No se puede añadir a nadie: 1 línea es incorrecta.',
  },
  /** `{line}`: number of a line in the file. */
  importLine: { en: 'Line {line}', es: 'Línea {line}' },
  importPlan: { en: 'To be added: {accounts}.', es: 'Por añadir: {accounts}.' },
  /** `{count}`: of those who are to be added. */
  importAdministrators: {
    en: 'Administrators among them: {count}.',
    es: 'Administradores entre ellas: {count}.',
  },
  importThere: {
    en: 'There already, and left as it is: {accounts}.',
    es: 'Ya están y se quedan como están: {accounts}.',
  },
  /** `{email}`, `{name}`, `{role}`: of the account, and not of the file. */
  importOtherwise: { en: '{email} stays {name}, {role}', es: '{email} sigue siendo {name}, {role}' },
  importNobody: {
    en: 'Nobody is new: everybody in this file has an account.',
    es: 'Nadie es nuevo: todas las personas de este archivo tienen una cuenta.',
  },
  importByMail: {
    en: 'Each of them gets an invitation by e-mail.',
    es: 'Cada una recibe una invitación por correo.',
  },
  importByLink: {
    en: 'Afterwards you get one file with a link for each of them.',
    es: 'Después recibes un archivo con un enlace para cada una.',
  },
  importRun: { en: 'Add {accounts}', es: 'Añadir {accounts}' },
  /** `{done}`, `{count}`: of the accounts. */
  importRunning: { en: 'Adding {done} of {count} …', es: 'Añadiendo {done} de {count} …' },
  importDone: { en: 'Added: {accounts}.', es: 'Añadidas: {accounts}.' },
  importWaiting: {
    en: 'Invitations that wait to be sent: {count}.',
    es: 'Invitaciones que esperan su envío: {count}.',
  },
  importTooLarge: {
    en: 'The file is too large: divide it, and import the parts.',
    es: 'El archivo es demasiado grande: divídelo e importa las partes.',
  },
} as const;
