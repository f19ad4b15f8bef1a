/** `groups=docs,handbook`: the claim holds at least one of the values. */
export interface ClaimRule {
  /** Name of the claim in the token, or a path with dots: `realm_access.roles`. */
  name: string;
  values: readonly string[];
}

/** Names may hold colons and slashes (`https://example.com/roles`), so the first `=` ends them. */
export function parseClaimRule(text: string): ClaimRule | undefined {
  const index = text.indexOf('=');
  const name = text.slice(0, Math.max(index, 0)).trim();
  const values = text
    .slice(index + 1)
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
  return name === '' || values.length === 0 ? undefined : { name, values };
}
