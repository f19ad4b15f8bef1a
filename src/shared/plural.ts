const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/**
 * Chooses the form of a text for a count. `forms` has a form for each plural category of the language, in the order of
 * `CATEGORIES`: `One page|{count} pages`. More forms than the language has are those of a text without a translation,
 * so the last one is used.
 */
export function selectPluralForm(forms: string, count: number, language: string): string {
  const rules = new Intl.PluralRules(language);
  const categories = new Set<string>(rules.resolvedOptions().pluralCategories);
  const parts = forms.split('|');
  const index = CATEGORIES.filter((category) => categories.has(category)).indexOf(rules.select(count));
  return (parts.length > categories.size ? parts.at(-1) : parts[Math.min(index, parts.length - 1)]) ?? forms;
}

/** Chooses the form of a text for a count and inserts the count. */
export function formatPlural(forms: string, count: number, language: string): string {
  return selectPluralForm(forms, count, language).replace('{count}', count.toLocaleString(language));
}
