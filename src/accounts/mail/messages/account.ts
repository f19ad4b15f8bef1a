import type { Translated } from './words.ts';

/** About an account as a whole: how it begins, how one gets in, how it ends. */
export const accountMessages = {
  invitation: {
    en: [
      'Your account for {site}',
      'You can now read {site}. Set your password here. The link works once, within 72 hours:',
      '{link}',
      'If you do not know why you got this message, you can ignore it.',
    ],
    es: [
      'Tu cuenta en {site}',
      'Ya puedes leer {site}. Elige tu contraseña aquí, una sola vez y antes de 72 horas:',
      '{link}',
      'Si no sabes por qué recibes este mensaje, no hagas nada.',
    ],
  },
  reset: {
    en: [
      'A new password for {site}',
      'Somebody asked for a new password for your account at {site}. Set it here. The link works once, within an hour:',
      '{link}',
      'If it was not you, ignore this message: your password stays as it is.',
    ],
    es: [
      'Una contraseña nueva para {site}',
      'Alguien ha pedido una contraseña nueva para tu cuenta en {site}. Elígela aquí, una sola vez y antes de una hora:',
      '{link}',
      'Si no has sido tú, no hagas nada: tu contraseña sigue siendo la misma.',
    ],
  },
  'new-device': {
    en: [
      'New sign-in to {site}',
      'Your account at {site} was used from a new network or browser, at {time} (UTC), address {address}. {device}',
      'If it was not you, change your password and end the other sessions:',
      '{link}',
    ],
    es: [
      'Nuevo inicio de sesión en {site}',
      'Tu cuenta en {site} se ha usado desde una red o un navegador desconocidos, el {time} (UTC), dirección {address}. {device}',
      'Si no has sido tú, cambia tu contraseña y cierra las demás sesiones:',
      '{link}',
    ],
  },
  'password-changed': {
    en: [
      'Your password for {site} was changed',
      'The password of your account at {site} was changed at {time} (UTC). All earlier sessions have ended.',
      'If it was not you, ask an administrator of the site for a link to set a new one.',
    ],
    es: [
      'Se ha cambiado tu contraseña en {site}',
      'La contraseña de tu cuenta en {site} se cambió el {time} (UTC). Las sesiones anteriores han terminado.',
      'Si no has sido tú, pide a quien administra el sitio un enlace para elegir otra.',
    ],
  },
  'email-change': {
    en: [
      'Confirm your e-mail for {site}',
      'This e-mail is to become the one of your account at {site}. Confirm it here. The link works once, within an hour:',
      '{link}',
      'If it was not you, ignore this message: nothing changes.',
    ],
    es: [
      'Confirma tu correo para {site}',
      'Tu cuenta en {site} va a tener este correo. Confírmalo aquí, una sola vez y antes de una hora:',
      '{link}',
      'Si no has sido tú, no hagas nada: todo sigue igual.',
    ],
  },
  'email-changed': {
    en: [
      'Your e-mail for {site} was changed',
      'Your account at {site} has had another e-mail since {time} (UTC). You can no longer sign in with this one.',
      'If it was not you, tell an administrator of the site at once.',
    ],
    es: [
      'Se ha cambiado tu correo en {site}',
      'Tu cuenta en {site} tiene otro correo desde el {time} (UTC), y con este ya no se puede entrar.',
      'Si no has sido tú, avisa enseguida a quien administra el sitio.',
    ],
  },
  'account-removed': {
    en: [
      'Your account for {site} was removed',
      'Your account at {site} was removed at {time} (UTC), together with your feedback on its pages.',
      'If you did not want that, ask an administrator of the site for a new one.',
    ],
    es: [
      'Se ha eliminado tu cuenta en {site}',
      'Tu cuenta en {site} se eliminó el {time} (UTC), junto con lo que dijiste de sus páginas.',
      'Si no lo querías, pide una nueva a quien administra el sitio.',
    ],
  },
  'now-administrator': {
    en: [
      'You are now an administrator of {site}',
      'Your account at {site} was made an administrator at {time} (UTC). All sessions have ended: sign in again.',
      'If you did not expect it, ask another administrator of the site.',
    ],
    es: [
      'Ahora administras {site}',
      'El {time} (UTC) tu cuenta en {site} pasó a ser de administración. Las sesiones han terminado: vuelve a iniciar sesión.',
      'Si no lo esperabas, pregunta a quien administra el sitio.',
    ],
  },
} as const satisfies Record<string, Translated>;
