/** BCP 47, for what only a browser draws: numbers, times. */
export function pageLanguage(): string {
  return typeof document === 'undefined' ? 'en' : document.documentElement.lang || 'en';
}
