/** A reader’s own account. */
export const accountTexts = {
  account: { en: 'Account', es: 'Cuenta' },
  accountNeedsScripts: {
    en: 'This page needs JavaScript. Whoever administers the site can set a password and end sessions by the command line: gatehouse users --help.',
    es: 'Esta página necesita JavaScript. Quien administra el sitio puede poner una contraseña y cerrar sesiones desde la línea de órdenes: gatehouse users --help.',
  },
  accountElsewhere: {
    en: 'Your name, e-mail and password are kept where you sign in: change them there.',
    es: 'Tu nombre, tu correo electrónico y tu contraseña se guardan allí donde inicias sesión: cámbialos allí.',
  },
  passwordTitle: { en: 'Password', es: 'Contraseña' },
  currentPassword: { en: 'Current password', es: 'Contraseña actual' },
  newPassword: { en: 'New password', es: 'Contraseña nueva' },
  repeatPassword: { en: 'New password once more', es: 'La contraseña nueva otra vez' },
  passwordLead: {
    en: 'A new password ends your sessions in all other browsers.',
    es: 'Una contraseña nueva cierra tus sesiones en los demás navegadores.',
  },
  changePassword: { en: 'Change password', es: 'Cambiar la contraseña' },
  passwordsDiffer: { en: 'The two new passwords differ.', es: 'Las dos contraseñas nuevas no coinciden.' },
  wrongCurrentPassword: {
    en: 'The current password is not correct.',
    es: 'La contraseña actual no es correcta.',
  },
  /** `{wait}`: `1 minute`, `12 minutes`. */
  tooManyPasswords: {
    en: 'Too many attempts. Try again in {wait}.',
    es: 'Demasiados intentos. Vuelve a intentarlo dentro de {wait}.',
  },
  notChangedNow: {
    en: 'Nothing could be changed just now. Try again in a moment.',
    es: 'No se ha podido cambiar nada. Vuelve a intentarlo en un momento.',
  },
  passwordChanged: {
    en: 'Your password is changed. Your other sessions have ended.',
    es: 'Tu contraseña ha cambiado. Tus demás sesiones han terminado.',
  },
  profileTitle: { en: 'Name and e-mail', es: 'Nombre y correo electrónico' },
  profileLead: {
    en: 'A new e-mail is yours when you have used the link that is sent there.',
    es: 'Un correo electrónico nuevo es tuyo cuando usas el enlace que se envía allí.',
  },
  profileAskAdministrator: {
    en: 'You sign in with your e-mail. To change it, ask whoever administers the site.',
    es: 'Inicias sesión con tu correo electrónico. Para cambiarlo, pídelo a quien administra el sitio.',
  },
  changeName: { en: 'Change name', es: 'Cambiar el nombre' },
  nameChanged: { en: 'Your name is changed.', es: 'Tu nombre ha cambiado.' },
  newEmail: { en: 'New e-mail', es: 'Correo electrónico nuevo' },
  newEmailHint: {
    en: 'A link is sent there. It works once, within an hour.',
    es: 'Se envía un enlace allí. Sirve una vez, antes de una hora.',
  },
  changeEmail: { en: 'Send link', es: 'Enviar enlace' },
  /** `{email}`: the new one. */
  emailChangeSent: {
    en: 'A link is on its way to {email}. Your e-mail changes when you use it.',
    es: 'Un enlace está en camino a {email}. Tu correo electrónico cambia cuando lo usas.',
  },
  dataTitle: { en: 'Your data', es: 'Tus datos' },
  dataLead: {
    en: 'All that this site keeps of you, in one file; and the end of your account.',
    es: 'Todo lo que este sitio guarda de ti, en un archivo; y el fin de tu cuenta.',
  },
  saveData: { en: 'Save my data (JSON)', es: 'Guardar mis datos (JSON)' },
  removeOwn: { en: 'Delete my account', es: 'Eliminar mi cuenta' },
  removeOwnTitle: { en: 'Delete your account?', es: '¿Eliminar tu cuenta?' },
  removeOwnWarning: {
    en: 'You lose access at once, and what you said of pages is removed. This cannot be undone.',
    es: 'Pierdes el acceso de inmediato y se elimina lo que has dicho de las páginas. No se puede deshacer.',
  },
  removeOwnConfirm: { en: 'Type your e-mail to confirm', es: 'Escribe tu correo electrónico para confirmar' },
  lastAdministratorSelf: {
    en: 'You are the last administrator who can sign in. Make somebody else an administrator first.',
    es: 'Eres el último administrador que puede iniciar sesión. Nombra antes a otro administrador.',
  },
  sessionsTitle: { en: 'Sessions', es: 'Sesiones' },
  sessionsLead: {
    en: 'Where you are signed in. End what you do not know, and change your password.',
    es: 'Dónde tienes la sesión iniciada. Cierra las que no reconozcas y cambia tu contraseña.',
  },
  thisSession: { en: 'This browser', es: 'Este navegador' },
  otherSession: { en: 'Another browser', es: 'Otro navegador' },
  /** Before a time, both. */
  sessionSince: { en: 'Signed in', es: 'Sesión iniciada el' },
  sessionUsed: { en: 'last used', es: 'último uso el' },
  /** `{network}`: a range of addresses. */
  sessionNetwork: { en: 'from {network}', es: 'desde {network}' },
  endSession: { en: 'End session', es: 'Cerrar la sesión' },
  endOtherSessions: { en: 'End other sessions', es: 'Cerrar las demás sesiones' },
  noOtherSessions: {
    en: 'You are signed in nowhere else.',
    es: 'No tienes la sesión iniciada en ningún otro lugar.',
  },
  sessionEnded: { en: 'That session has ended.', es: 'Esa sesión ha terminado.' },
  otherSessionsEnded: { en: 'Your other sessions have ended.', es: 'Tus demás sesiones han terminado.' },
} as const;
