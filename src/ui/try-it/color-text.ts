/** Words of JSON, JavaScript, PHP and shell commands that the samples of a request and its answer contain. */
const WORDS =
  /(?<comment>(?:^|(?<=\s))(?:\/\/|# ).*$)|(?<key>"(?:[^"\\\n]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<parameter>\$\w+)|(?<constant>(?<![\w/.])(?:true|false|null|\d+(?:\.\d+)?)\b)|(?<function>(?<!\S)curl(?= ))|(?<keyword>\b(?:const|let|var|await|async|new|return|if|throw|function|echo|fn)\b)/gm;

/** A piece of text, with the class that compiled code blocks have for its kind. */
export interface ColoredText {
  text: string;
  className?: string;
}

const classes: Readonly<Record<string, string>> = {
  comment: 'tk-comment',
  key: 'tk-parameter',
  string: 'tk-string',
  parameter: 'tk-parameter',
  constant: 'tk-constant',
  function: 'tk-function',
  keyword: 'tk-keyword',
};

/** Splits a sample into colored pieces, without knowing its language. Joined, they are the sample. */
export function colorText(sample: string): ColoredText[] {
  const pieces: ColoredText[] = [];
  let at = 0;
  for (const match of sample.matchAll(WORDS)) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0];
    if (kind === undefined) continue;
    if (match.index > at) pieces.push({ text: sample.slice(at, match.index) });
    pieces.push({ text: match[0], className: classes[kind] ?? '' });
    at = match.index + match[0].length;
  }
  if (at < sample.length) pieces.push({ text: sample.slice(at) });
  return pieces;
}
