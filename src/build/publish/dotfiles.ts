/** Files that tools leave in a static folder. They are left out without a warning. */
const toolFiles = new Set([
  '.DS_Store',
  '.nojekyll',
  '.keep',
  '.gitkeep',
  '.gitignore',
  '.gitattributes',
  '.npmignore',
  '.prettierignore',
  '.prettierrc',
  '.eslintrc',
  '.eslintignore',
  '.editorconfig',
  '.htaccess',
]);

/** RFC 8615: the only name with a dot that browsers and services request. */
const WELL_KNOWN = '.well-known';

/** Control characters and the backslash, which no request may contain (see `parseRequestTarget`). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them.
const unservedCharacters = /[\u0000-\u001f\u007f\\\ufffd]/;

/** Whether the name of a static file has a character that no request may contain. */
export function hasUnservedName(file: string): boolean {
  return unservedCharacters.test(file);
}

/** Whether a static file is published. `file` is its path in the static folder; nothing below a dotted name is. */
export function isPublished(file: string): boolean {
  if (hasUnservedName(file)) return false;
  const [first, ...below] = file.split('/');
  const names = first === WELL_KNOWN ? below : [first ?? '', ...below];
  return !names.some((name) => name.startsWith('.'));
}

/** Whether the owner might expect an unpublished file to be published. */
export function isUnpublishedDotfile(file: string): boolean {
  return !isPublished(file) && !hasUnservedName(file) && !file.split('/').some((name) => toolFiles.has(name));
}
