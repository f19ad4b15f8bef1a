/** PHP as the parser reads it, with the same lines. */
export function plainPhp(code: string): string {
  const opened = code.trimStart().startsWith('<?php') ? code : `<?php ${code}`;
  // The prefixes of case variables: their cast happens before PHP sees the code.
  return opened.replace(/@[@%#?$=&](?=[A-Za-z_])/g, '$');
}
