/** Signing in and out, and what can go wrong. */
export const signInTexts = {
  /** BCP 47: the language of the words of signing in and out, which may be another than the page's. */
  signInLanguage: { en: 'en', es: 'es' },
  signIn: { en: 'Sign in', es: 'Iniciar sesión' },
  signOut: { en: 'Sign out', es: 'Cerrar sesión' },
  loading: { en: 'Loading...', es: 'Cargando...' },
  email: { en: 'E-mail', es: 'Correo electrónico' },
  password: { en: 'Password', es: 'Contraseña' },
  sessionHasEnded: {
    en: 'Your session has ended. Sign in to go back to the page you were reading.',
    es: 'Tu sesión ha terminado. Inicia sesión para volver a la página que estabas leyendo.',
  },
  wrongCredentials: {
    en: 'The e-mail or the password is not correct.',
    es: 'El correo electrónico o la contraseña no son correctos.',
  },
  /** `{wait}`: `1 minute`, `12 minutes`. */
  tooManyAttempts: {
    en: 'Too many attempts. Try again in {wait}.',
    es: 'Demasiados intentos. Vuelve a intentarlo dentro de {wait}.',
  },
  signInUnavailable: {
    en: 'Signing in is not possible just now. Try again in a few minutes.',
    es: 'No se puede iniciar sesión en este momento. Inténtalo de nuevo en unos minutos.',
  },
  invalidSignIn: {
    en: 'Enter your e-mail and your password.',
    es: 'Escribe tu correo electrónico y tu contraseña.',
  },
  signInWithGoogle: { en: 'Continue with Google', es: 'Continuar con Google' },
  popupBlocked: {
    en: "The browser has blocked Google's window. Allow it and try again.",
    es: 'El navegador ha bloqueado la ventana de Google. Permítela y vuelve a intentarlo.',
  },
  otherSignInMethod: {
    en: 'This e-mail signs in in another way.',
    es: 'Con este correo electrónico se inicia sesión de otra manera.',
  },
  tooManyAttemptsElsewhere: {
    en: 'Too many attempts. Try again in a few minutes.',
    es: 'Demasiados intentos. Vuelve a intentarlo dentro de unos minutos.',
  },
  scriptsNeeded: {
    en: 'Signing in to this site needs JavaScript.',
    es: 'Para iniciar sesión en este sitio hace falta JavaScript.',
  },
  identityUnavailable: {
    en: 'The identity service does not answer. Try again in a few minutes.',
    es: 'El servicio de identidad no responde. Inténtalo de nuevo en unos minutos.',
  },
  identityUnproven: {
    en: 'Your identity could not be confirmed. Try again.',
    es: 'No se ha podido comprobar tu identidad. Vuelve a intentarlo.',
  },
  signInExpired: {
    en: 'This sign-in has expired, or was started in another browser. Try again.',
    es: 'El inicio de sesión ha caducado o se ha empezado en otro navegador. Vuelve a intentarlo.',
  },
  signInRepeated: {
    en: 'This sign-in has been used already. Try again.',
    es: 'Este inicio de sesión ya se ha usado. Vuelve a intentarlo.',
  },
  signInCancelled: { en: 'The sign-in was cancelled.', es: 'El inicio de sesión se ha cancelado.' },
  identityRefused: {
    en: 'The identity service refused the request. Tell the administrator of this site.',
    es: 'El servicio de identidad ha rechazado la petición. Avisa a quien administra el sitio.',
  },
  tokenExpired: {
    en: 'The sign-in has expired. Try again.',
    es: 'El inicio de sesión ha caducado. Vuelve a intentarlo.',
  },
  emailMissing: {
    en: 'The identity service does not say your e-mail. Tell the administrator of this site.',
    es: 'El servicio de identidad no comunica tu correo electrónico. Avisa a quien administra el sitio.',
  },
  emailUnverified: {
    en: 'Confirm your e-mail at the identity service first.',
    es: 'Confirma primero tu correo electrónico en el servicio de identidad.',
  },
  emailTaken: {
    en: 'Another account has this e-mail already. Tell the administrator of this site.',
    es: 'Otra cuenta usa ya este correo electrónico. Avisa a quien administra el sitio.',
  },
  notAllowed: {
    en: 'Your account has no access to this documentation.',
    es: 'Tu cuenta no tiene acceso a esta documentación.',
  },
  accountDisabled: { en: 'Your account is disabled.', es: 'Tu cuenta está desactivada.' },
  otherIdentityMode: {
    en: 'This site does not sign people in this way.',
    es: 'En este sitio no se inicia sesión de esta manera.',
  },
  signInWithPasskey: { en: 'Sign in with a passkey', es: 'Entrar con una llave de acceso' },
  wrongPasskey: {
    en: 'This passkey is not of an account here. Sign in with your password, and add it to your account.',
    es: 'Esta llave de acceso no es de ninguna cuenta de este sitio. Inicia sesión con tu contraseña y añádela en tu cuenta.',
  },
} as const;
