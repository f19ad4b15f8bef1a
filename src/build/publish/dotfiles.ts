/** What tools leave in a static folder for themselves. Leaving these out needs no warning. */
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

/** RFC 8615: the one name with a dot that browsers and services ask for. */
const WELL_KNOWN = '.well-known';

/** Whether a static file (its path below the static folder) is published: nothing below a name with a dot is. */
export function isPublished(file: string): boolean {
  const [first, ...others] = file.split('/');
  const names = first === WELL_KNOWN ? others : [first ?? '', ...others];
  return !names.some((name) => name.startsWith('.'));
}

/** One that its owner may expect to be published. */
export function isUnpublishedDotfile(file: string): boolean {
  return !isPublished(file) && !file.split('/').some((name) => toolFiles.has(name));
}
