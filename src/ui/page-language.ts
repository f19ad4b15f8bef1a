/** Language of the page (BCP 47), for numbers and times that the browser formats. */
export function getPageLanguage(): string {
  return typeof document === 'undefined' ? 'en' : document.documentElement.lang || 'en';
}
