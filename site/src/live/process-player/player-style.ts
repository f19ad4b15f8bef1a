import style from './player.css?inline';

let isAdded = false;

/** Without scripts there is nothing of it, so no page has it before a player is alive. */
export function addPlayerStyle(): void {
  if (isAdded) return;
  isAdded = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);
}
