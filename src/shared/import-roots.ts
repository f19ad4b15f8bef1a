/**
 * Absolute paths by prefix of import specifiers: `@site` and those that the site defines. A name that starts with `/`,
 * such as `/static`, isn't a prefix: imports such as `/img/logo.svg` are looked up in its folder.
 */
export type Aliases = Readonly<Record<string, string>>;

/** The folders in which imports that start with `/` are looked up, in Docusaurus' order: static folders, then the site. */
export function listImportRoots(aliases: Aliases): string[] {
  const staticDirs = Object.entries(aliases).flatMap(([name, folder]) =>
    name.startsWith('/') ? folder : [],
  );
  return [...staticDirs, ...(aliases['@site'] === undefined ? [] : [aliases['@site']])];
}
