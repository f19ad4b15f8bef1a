import { type Fault, unproven } from '../fault.ts';

export const oidcFaults = {
  'sign-in-expired': {
    status: 400,
    message: 'El inicio de sesión ha caducado o se ha empezado en otro navegador. Vuelve a intentarlo.',
  },
  'sign-in-repeated': { status: 400, message: 'Este inicio de sesión ya se ha usado. Vuelve a intentarlo.' },
  'sign-in-cancelled': { status: 401, message: 'El inicio de sesión se ha cancelado.' },
  'state-mismatch': { status: 400, message: unproven },
  'nonce-mismatch': { status: 401, message: unproven },
  'issuer-mismatch': { status: 401, message: unproven },
  'code-refused': { status: 401, message: unproven },
} as const satisfies Record<string, Fault>;
