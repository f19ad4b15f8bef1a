/** What signing in asks for besides a password. */
export const secondFactorTexts = {
  factorPasskey: { en: 'Use a passkey', es: 'Usar una llave de acceso' },
  factorPasskeyFailed: {
    en: 'The passkey did not work. Try again, or take another way.',
    es: 'La llave de acceso no ha funcionado. Vuelve a intentarlo o usa otro método.',
  },
  factorPasskeyCancelled: {
    en: 'No passkey was used. Try again, or take another way.',
    es: 'No se ha usado ninguna llave de acceso. Vuelve a intentarlo o usa otro método.',
  },
  secondFactorTitle: { en: 'Second factor', es: 'Segundo factor' },
  secondFactorNeeded: { en: 'Your account has a second factor.', es: 'Tu cuenta tiene un segundo factor.' },
  secondFactorLead: {
    en: 'Your password was right. One more step.',
    es: 'La contraseña es correcta. Falta un paso.',
  },
  factorCode: { en: 'Code from your app', es: 'Código de tu aplicación' },
  factorContinue: { en: 'Continue', es: 'Continuar' },
  recoveryCodeInstead: { en: 'Use a recovery code instead', es: 'Usar un código de recuperación' },
  recoveryCode: { en: 'Recovery code', es: 'Código de recuperación' },
  factorWrong: {
    en: 'This is not right, or has been used already. Wait for the next code and try again.',
    es: 'No es correcto o ya se ha usado. Espera al código siguiente y vuelve a intentarlo.',
  },
  secondFactorSetUpTitle: { en: 'Set up a second factor', es: 'Configura un segundo factor' },
  secondFactorSetUpLead: {
    en: 'This site asks for more than a password. Choose one of these; you can add others later.',
    es: 'Este sitio pide algo más que una contraseña. Elige una de estas opciones; más tarde podrás añadir otras.',
  },
  passkeySetUpTitle: { en: 'A passkey', es: 'Una llave de acceso' },
  passkeySetUpLead: {
    en: 'Your device, phone or security key signs you in, by a finger, a face or a PIN.',
    es: 'Tu dispositivo, tu teléfono o una llave de seguridad te identifica con la huella, la cara o un PIN.',
  },
  createPasskey: { en: 'Create a passkey', es: 'Crear una llave de acceso' },
  factorAppTitle: { en: 'An app for one-time codes', es: 'Una aplicación de códigos de un solo uso' },
  factorAppLead: {
    en: 'Scan this with the app, or type the key into it. Then enter the code that it shows.',
    es: 'Escanea esto con la aplicación o escribe la clave en ella. Después escribe el código que muestra.',
  },
  factorAppKey: { en: 'Key', es: 'Clave' },
  factorAppPicture: { en: 'QR code with the key', es: 'Código QR con la clave' },
  factorRecoveryTitle: { en: 'Your recovery codes', es: 'Tus códigos de recuperación' },
  factorRecoveryLead: {
    en: 'Each of these signs you in once when you have lost your phone or key. Keep them where you keep passwords: they are shown this once.',
    es: 'Con cada uno puedes iniciar sesión una vez si pierdes el teléfono o la llave. Guárdalos donde guardas tus contraseñas: solo se muestran ahora.',
  },
  factorRecoveryKept: { en: 'I have kept them', es: 'Ya los he guardado' },
} as const;
