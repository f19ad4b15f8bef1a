/** A forgotten password, and another e-mail. */
export const forgottenTexts = {
  forgottenLink: { en: 'Forgotten your password?', es: '¿Has olvidado tu contraseña?' },
  forgottenTitle: { en: 'Forgotten password', es: 'Contraseña olvidada' },
  forgottenLead: {
    en: 'You get a link by e-mail, at which you set a new one.',
    es: 'Recibirás por correo un enlace para elegir una nueva.',
  },
  forgottenButton: { en: 'Send link', es: 'Enviar enlace' },
  forgottenSent: {
    en: 'If there is an account with this e-mail, a link is on its way. It works once, for an hour. Look among unwanted mail too.',
    es: 'Si hay una cuenta con este correo electrónico, un enlace está en camino. Sirve una vez y durante una hora. Mira también entre el correo no deseado.',
  },
  forgottenAsk: {
    en: 'This site sends no e-mail. Ask whoever administers it for a link at which you set a new password.',
    es: 'Este sitio no envía correo. Pide a quien lo administra un enlace para elegir una contraseña nueva.',
  },
  confirmEmailTitle: { en: 'Confirm your e-mail', es: 'Confirma tu correo electrónico' },
  confirmEmailLead: {
    en: 'From now on this is the e-mail of your account, and you sign in with it:',
    es: 'Desde ahora este es el correo electrónico de tu cuenta, y con él inicias sesión:',
  },
  confirmEmailButton: { en: 'Confirm', es: 'Confirmar' },
  /** `{email}`: the new one. */
  confirmEmailDone: {
    en: 'Your account has the e-mail {email} now.',
    es: 'Tu cuenta tiene ahora el correo electrónico {email}.',
  },
  confirmEmailInvalid: {
    en: 'This link is no longer valid. Ask for a new one on your account page.',
    es: 'Este enlace ya no es válido. Pide otro en la página de tu cuenta.',
  },
  confirmEmailTaken: {
    en: 'Another account has this e-mail already. Tell whoever administers this site.',
    es: 'Otra cuenta usa ya este correo electrónico. Avisa a quien administra el sitio.',
  },
  confirmEmailUnavailable: {
    en: 'The e-mail could not be changed just now. Use the link again in a moment.',
    es: 'No se ha podido cambiar el correo electrónico. Vuelve a usar el enlace en un momento.',
  },
  toAccount: { en: 'To your account', es: 'A tu cuenta' },
  backToSignIn: { en: 'Back to signing in', es: 'Volver a iniciar sesión' },
} as const;
