/** What a reader is asked when a program wants to read as they do. */
export const consentTexts = {
  consentTitle: { en: 'Let a program read', es: 'Permitir que un programa lea' },
  /** `{client}`: what it calls itself. */
  consentAsks: {
    en: 'A program that calls itself “{client}” asks to read this site as you do.',
    es: 'Un programa que se llama a sí mismo «{client}» pide leer este sitio como tú.',
  },
  consentFrom: { en: 'Known from', es: 'Conocido por' },
  consentItself: { en: 'nowhere, it has registered itself', es: 'nadie, se ha registrado solo' },
  consentReturns: { en: 'Your answer goes to', es: 'Tu respuesta va a' },
  consentAs: { en: 'Signed in as', es: 'Sesión iniciada como' },
  consentMayTitle: { en: 'What it may do', es: 'Qué podrá hacer' },
  /** `{site}`: its name; `{until}`: a day. */
  consentMay: {
    en: 'Read and search in {site} what you may read there yourself, until {until} at the latest. It can change nothing. You can end it sooner on your account page.',
    es: 'Leer y buscar en {site} lo que tú puedes leer allí, como máximo hasta el {until}. No puede cambiar nada. Puedes anularlo antes en la página de tu cuenta.',
  },
  consentWarning: {
    en: 'Say yes only if you asked that program for it a moment ago. Any program can call itself so.',
    es: 'Acepta solo si acabas de pedírselo a ese programa. Cualquier programa puede llamarse así.',
  },
  consentPassword: {
    en: 'Your password, to make sure that it is you',
    es: 'Tu contraseña, para comprobar que eres tú',
  },
  consentYes: { en: 'Let it read', es: 'Permitir' },
  consentNo: { en: 'No', es: 'No' },
  consentSignInAgain: {
    en: 'You signed in a while ago. Sign out and in again, then begin once more in the program.',
    es: 'Hace un rato que iniciaste sesión. Cierra la sesión, vuelve a iniciarla y empieza de nuevo en el programa.',
  },
  consentExpired: {
    en: 'This question has expired, or was asked in another browser. Begin again in the program that asked.',
    es: 'Esta pregunta ha caducado o se hizo en otro navegador. Empieza de nuevo en el programa que la hizo.',
  },
  consentRefused: {
    en: 'A program asked in a way that has no answer here. It may read nothing.',
    es: 'Un programa ha preguntado de una forma que aquí no tiene respuesta. No puede leer nada.',
  },
  consentTooMany: {
    en: 'Too many programs have asked from your network. Try again in an hour.',
    es: 'Demasiados programas han preguntado desde tu red. Vuelve a intentarlo dentro de una hora.',
  },
} as const;
