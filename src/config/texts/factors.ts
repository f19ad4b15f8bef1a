/** Second factors on the account page, and proving once more who it is. */
export const factorsTexts = {
  stepUpTitle: { en: 'Is it you?', es: '¿Eres tú?' },
  stepUpLead: {
    en: 'Before this goes on, show once more who you are. Then nothing asks again for ten minutes.',
    es: 'Antes de seguir, demuestra una vez más quién eres. Después no se te pregunta durante diez minutos.',
  },
  stepUpElsewhere: {
    en: 'Sign in once more where you sign in to this site, then begin again.',
    es: 'Inicia sesión una vez más donde la inicias para este sitio y vuelve a empezar.',
  },
  stepUpSignOut: {
    en: 'Sign out and in again, then begin again.',
    es: 'Cierra la sesión, vuelve a iniciarla y empieza de nuevo.',
  },
  stepUpCancelled: { en: 'Nothing was changed.', es: 'No se ha cambiado nada.' },
  yourPassword: { en: 'Your password', es: 'Tu contraseña' },
  wrongProof: { en: 'This is not correct.', es: 'No es correcto.' },
  codeInstead: { en: 'Use a code of your app instead', es: 'Usar un código de tu aplicación' },
  usePasskey: { en: 'Use a passkey', es: 'Usar una llave de acceso' },
  goOn: { en: 'Continue', es: 'Continuar' },
  oneTimeCode: { en: 'Code from your app', es: 'Código de tu aplicación' },
  codesSetUpTitle: { en: 'An app for one-time codes', es: 'Una aplicación de códigos de un solo uso' },
  codesSetUpLead: {
    en: 'Scan this with the app, or type the key into it. Then enter the code that it shows.',
    es: 'Escanea esto con la aplicación o escribe en ella la clave. Después introduce el código que muestra.',
  },
  codesKey: { en: 'Key', es: 'Clave' },
  codesPicture: { en: 'QR code with the key', es: 'Código QR con la clave' },
  recoveryCodesTitle: { en: 'Your recovery codes', es: 'Tus códigos de recuperación' },
  recoveryCodesLead: {
    en: 'Each of these signs you in once when you have lost your phone or key. Keep them where you keep passwords: they are shown this once.',
    es: 'Cada uno sirve para iniciar sesión una vez si pierdes el teléfono o la llave. Guárdalos con tus contraseñas: solo se muestran esta vez.',
  },
  recoveryCodesKept: { en: 'I have kept them', es: 'Los he guardado' },
  wrongFactor: {
    en: 'This is not right, or has been used already. Wait for the next code and try again.',
    es: 'No es correcto o ya se ha usado. Espera al siguiente código y vuelve a intentarlo.',
  },
  passkeyFailed: {
    en: 'The passkey did not work. Try again, or take another way.',
    es: 'La llave de acceso no ha funcionado. Vuelve a intentarlo o usa otro medio.',
  },
  passkeyCancelled: {
    en: 'No passkey was used. Try again, or take another way.',
    es: 'No se ha usado ninguna llave de acceso. Vuelve a intentarlo o usa otro medio.',
  },
  factorsTitle: { en: 'Second factor', es: 'Segundo factor' },
  factorsLead: {
    en: 'What you show besides your password, so that somebody who has only that does not get in. A passkey signs you in without it.',
    es: 'Lo que presentas además de tu contraseña, para que no entre quien solo tiene esta. Con una llave de acceso inicias sesión sin contraseña.',
  },
  factorsNeeded: { en: 'Your account must have one.', es: 'Tu cuenta debe tener uno.' },
  factorNeeded: {
    en: 'Your account must have a second factor: add another one first.',
    es: 'Tu cuenta debe tener un segundo factor: añade antes otro.',
  },
  passkey: { en: 'Passkey', es: 'Llave de acceso' },
  passkeyName: { en: 'Name', es: 'Nombre' },
  passkeyThere: {
    en: 'This device has a passkey for your account already.',
    es: 'Este dispositivo ya tiene una llave de acceso para tu cuenta.',
  },
  passkeyAdded: {
    en: 'The passkey is added. Your other sessions have ended.',
    es: 'La llave de acceso está añadida. Tus demás sesiones han terminado.',
  },
  passkeyRemoved: {
    en: 'The passkey is removed. Your other sessions have ended.',
    es: 'La llave de acceso se ha quitado. Tus demás sesiones han terminado.',
  },
  passkeyRenamed: { en: 'The passkey has another name.', es: 'La llave de acceso tiene otro nombre.' },
  addPasskey: { en: 'Add a passkey', es: 'Añadir una llave de acceso' },
  rename: { en: 'Rename', es: 'Cambiar el nombre' },
  /** `{name}`: of the passkey. */
  renamePasskey: { en: 'Rename: {name}', es: 'Cambiar el nombre: {name}' },
  removePasskey: { en: 'Remove: {name}', es: 'Quitar: {name}' },
  tooManyPasskeys: {
    en: 'You have too many passkeys already: remove one first.',
    es: 'Ya tienes demasiadas llaves de acceso: quita antes una.',
  },
  noPasskeysHere: {
    en: 'Passkeys need the site’s own name and HTTPS: they cannot be added at this address.',
    es: 'Las llaves de acceso necesitan el nombre propio del sitio y HTTPS: en esta dirección no se pueden añadir.',
  },
  /** Before a day. */
  factorSince: { en: 'since', es: 'desde el' },
  notSetUp: { en: 'Not set up', es: 'Sin configurar' },
  setUp: { en: 'Set up', es: 'Configurar' },
  setUpCodes: {
    en: 'Set up an app for one-time codes',
    es: 'Configurar una aplicación de códigos de un solo uso',
  },
  removeCodes: {
    en: 'Remove the app for one-time codes',
    es: 'Quitar la aplicación de códigos de un solo uso',
  },
  codesAdded: {
    en: 'Signing in asks for a code of your app from now on. Your other sessions have ended.',
    es: 'Desde ahora, al iniciar sesión se pide un código de tu aplicación. Tus demás sesiones han terminado.',
  },
  codesRemoved: {
    en: 'The app’s codes count no more. Your other sessions have ended.',
    es: 'Los códigos de la aplicación ya no cuentan. Tus demás sesiones han terminado.',
  },
  recoveryCodes: { en: 'Recovery codes', es: 'Códigos de recuperación' },
  /** `{count}` */
  recoveryCodesLeft: { en: '{count} left', es: 'quedan {count}' },
  newRecoveryCodes: { en: 'New codes', es: 'Códigos nuevos' },
  recoveryCodesMade: {
    en: 'You have new recovery codes; those before work no more.',
    es: 'Tienes códigos de recuperación nuevos; los anteriores ya no sirven.',
  },
  copyCodes: { en: 'Copy codes', es: 'Copiar los códigos' },
} as const;
