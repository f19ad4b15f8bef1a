/** What `@import` may begin with: names of the site's, and `~` for packages, as in webpack. */
export function cssAliases(aliases: Readonly<Record<string, string>>) {
  const own = Object.entries(aliases).map(([name, target]) => {
    const plain = name.replace(/\$$/, '').replace(/\W/g, '\\$&');
    return { find: new RegExp(`^~?${plain}${name.endsWith('$') ? '$' : '(?=/|$)'}`), replacement: target };
  });
  return [...own, { find: /^~(?=[\w@])/, replacement: '' }];
}
