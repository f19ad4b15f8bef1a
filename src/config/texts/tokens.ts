/** Tokens for a reader’s tools. */
export const tokensTexts = {
  tokensTitle: { en: 'Tokens for your tools', es: 'Tokens para tus herramientas' },
  tokensLead: {
    en: 'An editor, an assistant or a script reads this site with a token as you do. It can change nothing.',
    es: 'Con un token, un editor, un asistente o un script lee este sitio como tú. No puede cambiar nada.',
  },
  tokenName: { en: 'What it is for', es: 'Para qué es' },
  tokenDays: { en: 'Good for', es: 'Válido durante' },
  oneDay: { en: '1 day', es: '1 día' },
  /** `{count}`: more than one. */
  manyDays: { en: '{count} days', es: '{count} días' },
  makeToken: { en: 'Make token', es: 'Crear token' },
  /** `{name}`: of the token, in all of these. */
  tokenMade: {
    en: 'This is the token “{name}”. Keep it like a password: it is shown this once.',
    es: 'Este es el token «{name}». Guárdalo como una contraseña: solo se muestra esta vez.',
  },
  copyToken: { en: 'Copy token', es: 'Copiar token' },
  /** Before a day. */
  tokenUntil: { en: 'Until', es: 'Hasta' },
  tokenUsed: { en: 'last used', es: 'último uso' },
  tokenUnused: { en: 'never used', es: 'sin usar' },
  endToken: { en: 'End token', es: 'Anular token' },
  endNamedToken: { en: 'End token: {name}', es: 'Anular token: {name}' },
  tokenEnded: { en: 'The token “{name}” has ended.', es: 'El token «{name}» está anulado.' },
  /** After the name of a program that was let in. */
  tokenOfAgent: { en: 'let in by you', es: 'con tu permiso' },
  noTokens: { en: 'You have no tokens.', es: 'No tienes tokens.' },
  /** `{max}`: how many. */
  tooManyTokens: {
    en: 'You have {max} tokens, and no more are possible. End one first.',
    es: 'Tienes {max} tokens y no puede haber más. Anula uno antes.',
  },
} as const;
