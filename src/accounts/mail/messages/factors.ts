import type { Translated } from './words.ts';

/** About the second factors of an account. */
export const factorMessages = {
  'factor-added': {
    en: [
      'A second factor was added to your account for {site}',
      'A second factor was added to your account at {site} at {time} (UTC). All other sessions have ended.',
      'If it was not you, change your password and remove the factors that you do not know:',
      '{link}',
    ],
    es: [
      'Se ha añadido un segundo factor a tu cuenta en {site}',
      'El {time} (UTC) se añadió un segundo factor a tu cuenta en {site}. Las demás sesiones han terminado.',
      'Si no has sido tú, cambia tu contraseña y elimina lo que no conozcas:',
      '{link}',
    ],
  },
  'factor-removed': {
    en: [
      'A second factor was removed from your account for {site}',
      'A second factor was removed from your account at {site} at {time} (UTC). All other sessions have ended.',
      'If it was not you, change your password and add the factor again:',
      '{link}',
    ],
    es: [
      'Se ha eliminado un segundo factor de tu cuenta en {site}',
      'El {time} (UTC) se eliminó un segundo factor de tu cuenta en {site}. Las demás sesiones han terminado.',
      'Si no has sido tú, cambia tu contraseña y vuelve a añadirlo:',
      '{link}',
    ],
  },
  'factors-reset': {
    en: [
      'Your second factors for {site} were reset',
      'An administrator of {site} removed all second factors of your account at {time} (UTC). All sessions have ended.',
      'If you did not ask for it, ask them why. You can add factors again here:',
      '{link}',
    ],
    es: [
      'Se han restablecido tus segundos factores en {site}',
      'El {time} (UTC) quien administra {site} eliminó todos los segundos factores de tu cuenta. Las sesiones han terminado.',
      'Si no lo has pedido, pregunta por qué. Puedes añadirlos de nuevo aquí:',
      '{link}',
    ],
  },
  'recovery-code-used': {
    en: [
      'A recovery code was used at {site}',
      'Somebody used a recovery code of your account at {site} at {time} (UTC), address {address}. The code no longer works.',
      'If it was not you, change your password and make new recovery codes:',
      '{link}',
    ],
    es: [
      'Se ha usado un código de recuperación en {site}',
      'El {time} (UTC) se usó un código de recuperación de tu cuenta en {site}, dirección {address}. Ya no sirve.',
      'Si no has sido tú, cambia tu contraseña y crea códigos nuevos:',
      '{link}',
    ],
  },
  'factor-guessed': {
    en: [
      'Somebody has your password for {site}',
      'Somebody gave the password of your account at {site} and failed at the second factor several times, the last time at {time} (UTC), address {address}. They did not get in.',
      'If it was not you, change your password now:',
      '{link}',
    ],
    es: [
      'Alguien tiene tu contraseña de {site}',
      'Alguien ha dado la contraseña de tu cuenta en {site} y ha fallado una y otra vez en el segundo factor, la última vez el {time} (UTC), dirección {address}. No ha entrado.',
      'Si no has sido tú, cambia tu contraseña ahora:',
      '{link}',
    ],
  },
} as const satisfies Record<string, Translated>;
