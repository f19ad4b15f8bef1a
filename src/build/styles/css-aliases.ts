/** Prefixes that `@import` may use: the site's aliases, and `~` for packages, as in webpack. */
export function createCssAliases(aliases: Readonly<Record<string, string>>) {
  const siteAliases = Object.entries(aliases).map(([name, target]) => {
    const plainName = name.replace(/\$$/, '').replace(/\W/g, '\\$&');
    return {
      find: new RegExp(`^~?${plainName}${name.endsWith('$') ? '$' : '(?=/|$)'}`),
      replacement: target,
    };
  });
  return [...siteAliases, { find: /^~(?=[\w@])/, replacement: '' }];
}
