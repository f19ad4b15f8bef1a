import { type Fault, noAnswer, tooOld, unproven } from './fault.ts';
import { firebaseFaults } from './firebase/firebase-faults.ts';
import { oidcFaults } from './oidc/oidc-faults.ts';

/** Each by its stable code: those that any provider may have, and those of one. */
export const signInFaults = {
  'provider-unavailable': { status: 503, message: noAnswer },
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
  'token-expired': { status: 401, message: tooOld },

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
  ...oidcFaults,
  ...firebaseFaults,
} as const satisfies Record<string, Fault>;

export type SignInFault = keyof typeof signInFaults;

export function isSignInFault(code: unknown): code is SignInFault {
  return typeof code === 'string' && Object.hasOwn(signInFaults, code);
}
