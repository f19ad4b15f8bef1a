/** The menu of a page for a reader’s assistant. */
export const assistantTexts = {
  copyPage: { en: 'Copy page', es: 'Copiar página' },
  copyPageHint: { en: 'Copy this page as Markdown', es: 'Copiar esta página como Markdown' },
  assistantMenu: { en: 'Use with your assistant', es: 'Usar con tu asistente' },
  viewMarkdown: { en: 'View as Markdown', es: 'Ver como Markdown' },
  copyToolsAddress: { en: 'Copy the MCP address', es: 'Copiar la dirección MCP' },
  /** `{name}`: of a program, or of the file that it reads, in all of these. */
  copyForClient: { en: 'Copy for {name}', es: 'Copiar para {name}' },
  addToEditor: { en: 'Add to {name}', es: 'Añadir a {name}' },
  openInAssistant: { en: 'Open in {name}', es: 'Abrir en {name}' },
  /** `{address}`: of the page. What an assistant is asked to begin with. */
  assistantPrompt: { en: 'Read {address} and help me with it.', es: 'Lee {address} y ayúdame con ello.' },
  assistantNote: {
    en: 'Only readers of this site can open its pages. An assistant reads them with a token of yours; what you open elsewhere gets the address of this page and nothing of its text.',
    es: 'Solo quienes leen este sitio pueden abrir sus páginas. Un asistente las lee con un token tuyo; lo que abras en otro sitio recibe la dirección de esta página y nada de su texto.',
  },
  assistantAsks: {
    en: 'Only readers of this site can open its pages. An assistant that you add asks you in your browser whether it may read them; what you open elsewhere gets the address of this page and nothing of its text.',
    es: 'Solo quienes leen este sitio pueden abrir sus páginas. Un asistente que añadas te pregunta en el navegador si puede leerlas; lo que abras en otro sitio recibe la dirección de esta página y nada de su texto.',
  },
  /** `{address}`: of `/mcp`, for people who open it in a browser. */
  toolsAddressOpened: {
    en: 'This address works. It is for assistants and editors that speak the Model Context Protocol (MCP), so there is nothing to see in a browser.\n\nAdd it to your assistant as a remote MCP server (streamable HTTP):\n\n    {address}\n\nIf your assistant asks for a token, create one on your account page and send it as "Authorization: Bearer <token>".',
    es: 'Esta dirección funciona. Es para asistentes y editores que hablan el Model Context Protocol (MCP), así que en el navegador no hay nada que ver.\n\nAñádela a tu asistente como servidor MCP remoto (HTTP con streaming):\n\n    {address}\n\nSi tu asistente pide un token, créalo en la página de tu cuenta y envíalo como «Authorization: Bearer <token>».',
  },
  assistantToken: { en: 'Make a token', es: 'Crear un token' },
} as const;
