/** What programs can ask. */
export const apiTexts = {
  apiTitle: { en: 'API reference', es: 'Referencia de la API' },
  apiNeedsScripts: {
    en: 'This page needs JavaScript. The same is in the OpenAPI document at /api/v1/openapi.json.',
    es: 'Esta página necesita JavaScript. Lo mismo está en el documento OpenAPI de /api/v1/openapi.json.',
  },
  apiLead: {
    en: 'What programs can ask of this site. A personal token opens what is marked with it; the rest is for the pages of the site, by the cookie of a session.',
    es: 'Lo que los programas pueden pedir a este sitio. Un token personal abre lo que lleva esa marca; lo demás es para las páginas del sitio, con la cookie de una sesión.',
  },
  apiAsDocument: { en: 'As an OpenAPI document', es: 'Como documento OpenAPI' },
  apiByToken: { en: 'Personal token', es: 'Token personal' },
  apiByDeployToken: { en: 'Deploy token', es: 'Token de publicación' },
  apiParameters: { en: 'Parameters', es: 'Parámetros' },
  apiBody: { en: 'Body', es: 'Cuerpo' },
  apiAnswer: { en: 'Answer', es: 'Respuesta' },
  apiExample: { en: 'Example', es: 'Ejemplo' },
  apiErrors: { en: 'Errors', es: 'Errores' },
  apiErrorsLead: {
    en: 'These can come from every address. A program looks at the code, which stays the same.',
    es: 'Pueden llegar de cualquier dirección. Un programa se fija en el código, que no cambia.',
  },
  /** Between two forms that a body may have. */
  apiOr: { en: 'or', es: 'o' },
  apiNoBody: { en: 'without a body', es: 'sin cuerpo' },
  apiField: { en: 'Name', es: 'Nombre' },
  apiMeaning: { en: 'Meaning', es: 'Significado' },
  apiStatus: { en: 'Status', es: 'Estado' },
  apiRequired: { en: 'required', es: 'obligatorio' },
  apiSometimes: { en: 'not always there', es: 'no siempre está' },
  apiOneOf: { en: 'One of', es: 'Uno de' },
  apiDefault: { en: 'Default:', es: 'Por defecto:' },
  /** `{min}`, `{max}`: numbers, in all of these. */
  apiBetween: { en: '{min} to {max}', es: 'de {min} a {max}' },
  apiCharacters: { en: 'at most {max} characters', es: 'como máximo {max} caracteres' },
  apiItems: { en: 'at most {max}', es: 'como máximo {max}' },
} as const;
