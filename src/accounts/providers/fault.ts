/** Why an identity provider's word was not enough to sign in: a status for programs, and what the login page says. */
export interface Fault {
  status: number;
  message: string;
}

/** What an attacker's token is wrong in, its owner need not read; the log says it. */
export const unproven = 'No se ha podido comprobar tu identidad. Vuelve a intentarlo.';
export const noAnswer = 'El servicio de identidad no responde. Inténtalo de nuevo en unos minutos.';
export const tooOld = 'El inicio de sesión ha caducado. Vuelve a intentarlo.';
