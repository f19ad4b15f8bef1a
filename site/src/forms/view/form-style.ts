import style from './form.css?inline';

let isAdded = false;

/** Only a form that is alive needs it, so no page has it before one is. */
export function addFormStyle(): void {
  if (isAdded) return;
  isAdded = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);
}
