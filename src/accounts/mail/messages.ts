import { escapeHtml } from '../../shared/html.ts';

/**
 * What a mail says: `{site}`, `{name}`, `{link}`, `{time}`, `{address}`, `{device}`, `{text}` are filled in. A link
 * has a line of its own; `{text}` is what somebody wrote, and its line is left out where it is empty.
 */
interface Words {
  subject: string;
  lines: readonly string[];
}

interface Language {
  invitation: Words;
  reset: Words;
  'new-device': Words;
  'password-changed': Words;
  'email-change': Words;
  'email-changed': Words;
  'account-removed': Words;
  'factor-added': Words;
  'factor-removed': Words;
  'factors-reset': Words;
  'recovery-code-used': Words;
  'factor-guessed': Words;
  'now-administrator': Words;
  'feedback-answered': Words;
  'feedback-done': Words;
  digest: Words;
  /** Where it is not known whether it was sent before. */
  maybeTwice: string;
}

const english: Language = {
  invitation: {
    subject: 'Your account for {site}',
    lines: [
      'Hello {name},',
      'you can read {site} now. Set your password here, once and within 72 hours:',
      '{link}',
      'If you do not know why you get this, you can leave it be.',
    ],
  },
  reset: {
    subject: 'A new password for {site}',
    lines: [
      'Hello {name},',
      'somebody has asked for a new password for your account at {site}. Set it here, once and within an hour:',
      '{link}',
      'If it was not you, leave this be: your password stays as it is.',
    ],
  },
  'new-device': {
    subject: 'New sign-in to {site}',
    lines: [
      'Hello {name},',
      'your account at {site} was used from a network or a browser that it had not been used from, at {time} (UTC), address {address}. {device}',
      'If it was not you, change your password and end the other sessions:',
      '{link}',
    ],
  },
  'password-changed': {
    subject: 'Your password for {site} was changed',
    lines: [
      'Hello {name},',
      'the password of your account at {site} was changed at {time} (UTC). All earlier sessions have ended.',
      'If it was not you, ask whoever administers the site for a link to a new one.',
    ],
  },
  'email-change': {
    subject: 'Confirm your e-mail for {site}',
    lines: [
      'Hello {name},',
      'your account at {site} is to have this e-mail. Confirm it here, once and within an hour:',
      '{link}',
      'If it was not you, leave this be: nothing changes.',
    ],
  },
  'email-changed': {
    subject: 'Your e-mail for {site} was changed',
    lines: [
      'Hello {name},',
      'your account at {site} has another e-mail since {time} (UTC), and this one signs nobody in any more.',
      'If it was not you, tell whoever administers the site at once.',
    ],
  },
  'account-removed': {
    subject: 'Your account for {site} was removed',
    lines: [
      'Hello {name},',
      'your account at {site} was removed at {time} (UTC), and with it what you said of its pages.',
      'If you did not want that, ask whoever administers the site for a new one.',
    ],
  },
  'factor-added': {
    subject: 'A second factor was added to your account for {site}',
    lines: [
      'Hello {name},',
      'a second factor was added to your account at {site} at {time} (UTC). All other sessions have ended.',
      'If it was not you, change your password, and remove what you do not know:',
      '{link}',
    ],
  },
  'factor-removed': {
    subject: 'A second factor was removed from your account for {site}',
    lines: [
      'Hello {name},',
      'a second factor was removed from your account at {site} at {time} (UTC). All other sessions have ended.',
      'If it was not you, change your password, and add the factor again:',
      '{link}',
    ],
  },
  'factors-reset': {
    subject: 'Your second factors for {site} were reset',
    lines: [
      'Hello {name},',
      'whoever administers {site} has removed all second factors of your account at {time} (UTC). All sessions have ended.',
      'If you did not ask for it, ask them why. You can add factors again here:',
      '{link}',
    ],
  },
  'recovery-code-used': {
    subject: 'A recovery code was used at {site}',
    lines: [
      'Hello {name},',
      'somebody used a recovery code of your account at {site} at {time} (UTC), address {address}. It works no more.',
      'If it was not you, change your password and make new recovery codes:',
      '{link}',
    ],
  },
  'factor-guessed': {
    subject: 'Somebody has your password for {site}',
    lines: [
      'Hello {name},',
      'somebody gave the password of your account at {site}, and failed at the second factor again and again, the last time at {time} (UTC), address {address}. They did not get in.',
      'If it was not you, change your password now:',
      '{link}',
    ],
  },
  'now-administrator': {
    subject: 'You administer {site} now',
    lines: [
      'Hello {name},',
      'your account at {site} was made an administrator at {time} (UTC). All sessions have ended: sign in again.',
      'If you did not expect it, ask whoever administers the site.',
    ],
  },
  'feedback-answered': {
    subject: 'Your feedback on {site}',
    lines: [
      'Hello {name},',
      'you said something about this page:',
      '{link}',
      'This is the answer:',
      '{text}',
    ],
  },
  'feedback-done': {
    subject: 'Your feedback on {site}',
    lines: [
      'Hello {name},',
      'what you said about this page has been seen to. Thank you.',
      '{link}',
      '{text}',
    ],
  },
  digest: {
    subject: 'The week on {site}',
    lines: [
      'Hello {name},',
      'this is what readers of {site} said and did not find in the last seven days.',
      '{text}',
      'More of it, and how to get this mail no more:',
      '{link}',
    ],
  },
  maybeTwice: 'This message may reach you twice: the first attempt to send it was interrupted.',
};

const spanish: Language = {
  invitation: {
    subject: 'Tu cuenta en {site}',
    lines: [
      'Hola, {name}:',
      'Ya puedes leer {site}. Elige tu contraseña aquí, una sola vez y antes de 72 horas:',
      '{link}',
      'Si no sabes por qué recibes este mensaje, no hagas nada.',
    ],
  },
  reset: {
    subject: 'Una contraseña nueva para {site}',
    lines: [
      'Hola, {name}:',
      'Alguien ha pedido una contraseña nueva para tu cuenta en {site}. Elígela aquí, una sola vez y antes de una hora:',
      '{link}',
      'Si no has sido tú, no hagas nada: tu contraseña sigue siendo la misma.',
    ],
  },
  'new-device': {
    subject: 'Nuevo inicio de sesión en {site}',
    lines: [
      'Hola, {name}:',
      'Tu cuenta en {site} se ha usado desde una red o un navegador desconocidos, el {time} (UTC), dirección {address}. {device}',
      'Si no has sido tú, cambia tu contraseña y cierra las demás sesiones:',
      '{link}',
    ],
  },
  'password-changed': {
    subject: 'Se ha cambiado tu contraseña en {site}',
    lines: [
      'Hola, {name}:',
      'La contraseña de tu cuenta en {site} se cambió el {time} (UTC). Las sesiones anteriores han terminado.',
      'Si no has sido tú, pide a quien administra el sitio un enlace para elegir otra.',
    ],
  },
  'email-change': {
    subject: 'Confirma tu correo para {site}',
    lines: [
      'Hola, {name}:',
      'Tu cuenta en {site} va a tener este correo. Confírmalo aquí, una sola vez y antes de una hora:',
      '{link}',
      'Si no has sido tú, no hagas nada: todo sigue igual.',
    ],
  },
  'email-changed': {
    subject: 'Se ha cambiado tu correo en {site}',
    lines: [
      'Hola, {name}:',
      'Tu cuenta en {site} tiene otro correo desde el {time} (UTC), y con este ya no se puede entrar.',
      'Si no has sido tú, avisa enseguida a quien administra el sitio.',
    ],
  },
  'account-removed': {
    subject: 'Se ha eliminado tu cuenta en {site}',
    lines: [
      'Hola, {name}:',
      'Tu cuenta en {site} se eliminó el {time} (UTC), junto con lo que dijiste de sus páginas.',
      'Si no lo querías, pide una nueva a quien administra el sitio.',
    ],
  },
  'factor-added': {
    subject: 'Se ha añadido un segundo factor a tu cuenta en {site}',
    lines: [
      'Hola, {name}:',
      'El {time} (UTC) se añadió un segundo factor a tu cuenta en {site}. Las demás sesiones han terminado.',
      'Si no has sido tú, cambia tu contraseña y elimina lo que no conozcas:',
      '{link}',
    ],
  },
  'factor-removed': {
    subject: 'Se ha eliminado un segundo factor de tu cuenta en {site}',
    lines: [
      'Hola, {name}:',
      'El {time} (UTC) se eliminó un segundo factor de tu cuenta en {site}. Las demás sesiones han terminado.',
      'Si no has sido tú, cambia tu contraseña y vuelve a añadirlo:',
      '{link}',
    ],
  },
  'factors-reset': {
    subject: 'Se han restablecido tus segundos factores en {site}',
    lines: [
      'Hola, {name}:',
      'El {time} (UTC) quien administra {site} eliminó todos los segundos factores de tu cuenta. Las sesiones han terminado.',
      'Si no lo has pedido, pregunta por qué. Puedes añadirlos de nuevo aquí:',
      '{link}',
    ],
  },
  'recovery-code-used': {
    subject: 'Se ha usado un código de recuperación en {site}',
    lines: [
      'Hola, {name}:',
      'El {time} (UTC) se usó un código de recuperación de tu cuenta en {site}, dirección {address}. Ya no sirve.',
      'Si no has sido tú, cambia tu contraseña y crea códigos nuevos:',
      '{link}',
    ],
  },
  'factor-guessed': {
    subject: 'Alguien tiene tu contraseña de {site}',
    lines: [
      'Hola, {name}:',
      'Alguien ha dado la contraseña de tu cuenta en {site} y ha fallado una y otra vez en el segundo factor, la última vez el {time} (UTC), dirección {address}. No ha entrado.',
      'Si no has sido tú, cambia tu contraseña ahora:',
      '{link}',
    ],
  },
  'now-administrator': {
    subject: 'Ahora administras {site}',
    lines: [
      'Hola, {name}:',
      'El {time} (UTC) tu cuenta en {site} pasó a ser de administración. Las sesiones han terminado: vuelve a iniciar sesión.',
      'Si no lo esperabas, pregunta a quien administra el sitio.',
    ],
  },
  'feedback-answered': {
    subject: 'Tu opinión sobre {site}',
    lines: ['Hola, {name}:', 'Dijiste algo sobre esta página:', '{link}', 'Esta es la respuesta:', '{text}'],
  },
  'feedback-done': {
    subject: 'Tu opinión sobre {site}',
    lines: [
      'Hola, {name}:',
      'Lo que dijiste sobre esta página ya está atendido. Gracias.',
      '{link}',
      '{text}',
    ],
  },
  digest: {
    subject: 'La semana en {site}',
    lines: [
      'Hola, {name}:',
      'Esto es lo que los lectores de {site} han dicho y no han encontrado en los últimos siete días.',
      '{text}',
      'Más detalles, y cómo dejar de recibir este correo:',
      '{link}',
    ],
  },
  maybeTwice: 'Es posible que este mensaje te llegue dos veces: se interrumpió el primer envío.',
};

export type MessageKind = Exclude<keyof Language, 'maybeTwice'>;

export interface Message {
  subject: string;
  text: string;
  html: string;
}

/** In the language in which the site signs people in; in English where we have no other. */
export function messageOf(
  kind: MessageKind,
  language: string,
  given: Readonly<Record<'site' | 'name' | 'link' | 'time' | 'address' | 'device', string>> & {
    text?: string;
  },
  isUncertain: boolean,
): Message {
  const values = { text: '', ...given };
  const isSpanish = /^es\b/i.test(language);
  const words = isSpanish ? spanish : english;
  const { subject, lines } = words[kind];
  const fill = (line: string, as: (value: string) => string) =>
    line
      .replace(/\{(site|name|link|time|address|device|text)\}/g, (_, name: keyof typeof values) =>
        as(values[name]),
      )
      .trimEnd();
  const all = [...lines, ...(isUncertain ? [words.maybeTwice] : [])].filter(
    (line) => line !== '{text}' || values.text !== '',
  );
  const paragraphs = all.map((line) => {
    const html = fill(line, (value) => escapeHtml(value).replaceAll('\n', '<br>'));
    return line === '{link}' ? `<p><a href="${html}">${html}</a></p>` : `<p>${html}</p>`;
  });
  return {
    subject: fill(subject, (value) => value),
    text: `${all.map((line) => fill(line, (value) => value)).join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="${isSpanish ? 'es' : 'en'}"><body>\n${paragraphs.join('\n')}\n</body></html>\n`,
  };
}
