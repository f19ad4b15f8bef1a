/** The agents of all readers, for administrators. */
export const agentsTexts = {
  agentsTitle: { en: 'Agents', es: 'Agentes' },
  agentsLead: {
    en: 'Assistants and other programs that readers have allowed to read this site for them.',
    es: 'Asistentes y otros programas a los que los lectores han permitido leer este sitio en su nombre.',
  },
  agentsAreOff: {
    en: 'Agents are switched off (AGENTS or TOKEN_DAYS, or no BASE_URL): none of them can read. Those listed here can read again when you switch agents on, unless you revoke them.',
    es: 'Los agentes están desactivados (AGENTS o TOKEN_DAYS, o falta BASE_URL): ninguno puede leer. Los de esta lista podrán volver a leer cuando los actives, salvo que los revoques.',
  },
  agentName: { en: 'Agent', es: 'Agente' },
  agentReader: { en: 'Reader', es: 'Lector' },
  agentSince: { en: 'Allowed', es: 'Permitido' },
  agentUntil: { en: 'Expires', es: 'Caduca' },
  findAgents: { en: 'Find by agent or reader', es: 'Buscar por agente o lector' },
  noAgentsFound: {
    en: 'No agents found. An agent appears here when a reader allows it.',
    es: 'No hay ningún agente. Aparecerá aquí cuando un lector lo permita.',
  },
  /** `{agent}` and `{email}`: which, and whose. */
  agentActions: { en: 'Actions for {agent} of {email}', es: 'Acciones para {agent} de {email}' },
  revokeAgent: { en: 'Revoke', es: 'Revocar' },
  agentRevoked: { en: 'Revoked {agent} of {email}.', es: 'Se ha revocado {agent} de {email}.' },
  revokeAllAgents: { en: 'Revoke all agents', es: 'Revocar todos los agentes' },
  revokeAllAgentsWarning: {
    en: 'Every agent of every reader stops reading at once, and readers have to allow their agents again. Personal tokens keep working.',
    es: 'Todos los agentes de todos los lectores dejan de leer de inmediato, y los lectores tendrán que permitirlos de nuevo. Los tokens personales siguen funcionando.',
  },
  /** `{count}`: how many there were. */
  allAgentsRevoked: { en: 'Agents revoked: {count}.', es: 'Agentes revocados: {count}.' },
} as const;
