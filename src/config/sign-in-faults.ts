/**
 * Why an identity provider's word was not enough to sign in: stable code, status for programs, and what the
 * login page says. What an attacker's token is wrong in, its owner need not read; the log says it.
 */
const unproven = 'No se ha podido comprobar tu identidad. Vuelve a intentarlo.';
const unavailable = 'El servicio de identidad no responde. Inténtalo de nuevo en unos minutos.';

export const signInFaults = {
  'provider-unavailable': { status: 503, message: unavailable },
  /** The keys that tokens are signed with could not be fetched. */
  'keys-unavailable': { status: 503, message: unavailable },

  'sign-in-expired': {
    status: 400,
    message: 'El inicio de sesión ha caducado o se ha empezado en otro navegador. Vuelve a intentarlo.',
  },
  'sign-in-repeated': { status: 400, message: 'Este inicio de sesión ya se ha usado. Vuelve a intentarlo.' },
  'sign-in-cancelled': { status: 401, message: 'El inicio de sesión se ha cancelado.' },
  'state-mismatch': { status: 400, message: unproven },
  'issuer-mismatch': { status: 401, message: unproven },
  'code-refused': { status: 401, message: unproven },
  'provider-refused': {
    status: 502,
    message: 'El servicio de identidad ha rechazado la petición. Avisa a quien administra el sitio.',
  },

  'token-malformed': { status: 401, message: unproven },
  'token-algorithm': { status: 401, message: unproven },
  'token-forged': { status: 401, message: unproven },
  /** Signed with a key that the provider does not publish, or no longer. */
  'token-key-unknown': { status: 401, message: unproven },
  /** Of another issuer, or for somebody else. */
  'token-foreign': { status: 401, message: unproven },
  'token-expired': { status: 401, message: 'El inicio de sesión ha caducado. Vuelve a intentarlo.' },
  'token-revoked': { status: 401, message: 'El inicio de sesión ha caducado. Vuelve a intentarlo.' },
  'nonce-mismatch': { status: 401, message: unproven },

  'email-missing': {
    status: 403,
    message: 'El servicio de identidad no comunica tu correo electrónico. Avisa a quien administra el sitio.',
  },
  'email-unverified': {
    status: 403,
    message: 'Confirma primero tu correo electrónico en el servicio de identidad.',
  },
  'email-taken': {
    status: 403,
    message: 'Otra cuenta usa ya este correo electrónico. Avisa a quien administra el sitio.',
  },
  'not-allowed': { status: 403, message: 'Tu cuenta no tiene acceso a esta documentación.' },
  'account-disabled': { status: 403, message: 'Tu cuenta está desactivada.' },
  'other-identity-mode': {
    status: 400,
    message: 'En este sitio no se inicia sesión de esta manera.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type SignInFault = keyof typeof signInFaults;

export function signInFaultMessage(code: unknown): string | undefined {
  return typeof code === 'string' && Object.hasOwn(signInFaults, code)
    ? signInFaults[code as SignInFault].message
    : undefined;
}
