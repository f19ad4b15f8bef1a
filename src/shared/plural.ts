const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/**
 * The form of a text for a number, out of all forms of a language, `One page|{count} pages`: in the usual order of the
 * categories that the language has.
 */
export function pluralForm(forms: string, count: number, language: string): string {
  const rules = new Intl.PluralRules(language);
  const known = new Set<string>(rules.resolvedOptions().pluralCategories);
  const parts = forms.split('|');
  const at = CATEGORIES.filter((category) => known.has(category)).indexOf(rules.select(count));
  return parts[Math.min(at, parts.length - 1)] ?? forms;
}

/** The same with the number in it. */
export function plural(forms: string, count: number, language: string): string {
  return pluralForm(forms, count, language).replace('{count}', String(count));
}
