import type { Root } from 'mdast';
import remarkDirective from 'remark-directive';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { type Processor, unified } from 'unified';
import { VFile } from 'vfile';
import { type MarkdownSettings, plainSettings } from '../plugins/markdown-settings.ts';
import { pluggable } from '../plugins/pluggable.ts';
import { htmlComments } from '../syntax/html-comments.ts';

export type MarkdownFormat = 'mdx' | 'md';

type Parser = Processor<Root>;
const parsers = new WeakMap<MarkdownSettings, Map<MarkdownFormat, Parser>>();

/** Throws what a plugin of the site throws when it is asked for its syntax. */
export function parserFor(format: MarkdownFormat, settings: MarkdownSettings): Parser {
  const known = parsers.get(settings) ?? new Map<MarkdownFormat, Parser>();
  parsers.set(settings, known);
  const parser = known.get(format) ?? makeParser(format, settings);
  known.set(format, parser);
  return parser;
}

function makeParser(format: MarkdownFormat, { math, beforeRemark, remark }: MarkdownSettings): Parser {
  const parser = unified().use(remarkParse);
  if (format === 'mdx') parser.use(remarkMdx);
  parser.use(remarkDirective).use(remarkGfm).use(htmlComments);
  if (math) parser.use(remarkMath, { singleDollarTextMath: math.singleDollar });
  // For the syntax that they bring along; what they do with the tree comes later.
  for (const step of [...beforeRemark, ...remark]) if (step.kind === 'plugin') parser.use([pluggable(step)]);
  return parser.freeze() as Parser;
}

/** Throws a `VFileMessage` where the text is not MDX. */
export function parseMarkdown(
  text: string,
  format: MarkdownFormat,
  settings: MarkdownSettings = plainSettings,
): Root {
  return parserFor(format, settings).parse(new VFile(text));
}

/** Front matter decides, then the site's setting, then (with `detect`) the file's ending. */
export function formatOf(
  file: string,
  frontMatter: Record<string, unknown>,
  setting: 'mdx' | 'detect',
): MarkdownFormat {
  const { mdx } = frontMatter;
  const own = typeof mdx === 'object' && mdx !== null && 'format' in mdx ? mdx.format : undefined;
  if (own === 'md' || own === 'mdx') return own;
  if (own !== 'detect' && setting === 'mdx') return 'mdx';
  return /\.(?:md|markdown)$/i.test(file) ? 'md' : 'mdx';
}
