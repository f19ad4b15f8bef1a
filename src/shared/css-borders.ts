/** Borders of blocks and statements, and before them everything that may contain such a character. */
export const cssBorders =
  /\/\*[\s\S]*?\*\/|url\((?:\\[\s\S]|[^"'()\\])*\)|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|\\[\s\S]|[{};]/g;
