const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/**
 * Chooses the form of a text for a count. `forms` has a form for each plural category of the language, in the order of
 * `CATEGORIES`: `One page|{count} pages`.
 */
export function pluralForm(forms: string, count: number, language: string): string {
  const rules = new Intl.PluralRules(language);
  const categories = new Set<string>(rules.resolvedOptions().pluralCategories);
  const parts = forms.split('|');
  const index = CATEGORIES.filter((category) => categories.has(category)).indexOf(rules.select(count));
  return parts[Math.min(index, parts.length - 1)] ?? forms;
}

/** Chooses the form of a text for a count and inserts the count. */
export function plural(forms: string, count: number, language: string): string {
  return pluralForm(forms, count, language).replace('{count}', String(count));
}
