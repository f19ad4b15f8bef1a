/** The admonitions that Docusaurus knows without configuration. */
export const ADMONITION_TYPES = [
  'secondary',
  'info',
  'success',
  'danger',
  'note',
  'tip',
  'warning',
  'important',
  'caution',
] as const;
