/**
 * The admonitions that Docusaurus knows without configuration. Each has its title in the messages, as `noteTitle`, and the
 * colour of a note unless `ui/article/admonitions.css` gives it another.
 */
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

export type AdmonitionType = (typeof ADMONITION_TYPES)[number];

export function isAdmonitionType(name: string): name is AdmonitionType {
  return (ADMONITION_TYPES as readonly string[]).includes(name);
}
