/** Pages that a link leads to: the first administrator, an invitation, a new password. */
export const setUpTexts = {
  setupLinkInvalid: {
    en: 'This link is no longer valid. Start the server again for a new one.',
    es: 'Este enlace ya no es válido. Vuelve a arrancar el servidor para obtener otro.',
  },
  setupNotHere: {
    en: 'Open this link on the machine that runs the site, or set BASE_URL to the address of the site.',
    es: 'Abre este enlace en el equipo donde se ejecuta el sitio, o pon la dirección del sitio en BASE_URL.',
  },
  setupUnavailable: {
    en: 'The account could not be created just now. Try again in a moment.',
    es: 'No se ha podido crear la cuenta. Vuelve a intentarlo en un momento.',
  },
  inviteTitle: { en: 'Set your password', es: 'Elige tu contraseña' },
  inviteButton: { en: 'Set password and sign in', es: 'Guardar la contraseña e iniciar sesión' },
  inviteInvalid: {
    en: 'This link is no longer valid. Ask your administrator for a new one.',
    es: 'Este enlace ya no es válido. Pide otro a quien administra el sitio.',
  },
  inviteUnavailable: {
    en: 'The password could not be set just now. Try again in a moment.',
    es: 'No se ha podido guardar la contraseña. Vuelve a intentarlo en un momento.',
  },
  resetTitle: { en: 'Set a new password', es: 'Elige una contraseña nueva' },
  resetInvalid: {
    en: 'This link is no longer valid. Ask for a new one.',
    es: 'Este enlace ya no es válido. Pide otro.',
  },
  setupTitle: { en: 'Create the administrator', es: 'Crear el administrador' },
  setupLead: {
    en: 'The first account manages all others. This link works once.',
    es: 'La primera cuenta gestiona todas las demás. Este enlace sirve una vez.',
  },
  setupName: { en: 'Name', es: 'Nombre' },
  setupEmail: { en: 'E-mail', es: 'Correo electrónico' },
  setupPassword: { en: 'Password', es: 'Contraseña' },
  setupPasswordHint: { en: 'At least 12 characters.', es: 'Al menos 12 caracteres.' },
  setupButton: { en: 'Create account', es: 'Crear la cuenta' },
} as const;
