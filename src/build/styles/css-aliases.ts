/** Prefixes that `@import` may use: the site's aliases, and `~` for packages, as in webpack. */
export function createCssAliases(aliases: Readonly<Record<string, string>>) {
  // Names that start with `/` are folders for the imports of components: see `Aliases`.
  const prefixes = Object.entries(aliases).filter(([name]) => !name.startsWith('/'));
  const siteAliases = prefixes.map(([name, target]) => {
    const plainName = name.replace(/\$$/, '').replace(/\W/g, '\\$&');
    return {
      find: new RegExp(`^~?${plainName}${name.endsWith('$') ? '$' : '(?=/|$)'}`),
      replacement: target,
    };
  });
  return [...siteAliases, { find: /^~(?=[\w@])/, replacement: '' }];
}
