import type { Root } from 'mdast';
import remarkDirective from 'remark-directive';
import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { type Processor, unified } from 'unified';
import { VFile } from 'vfile';
import { type MarkdownSettings, pluggable } from '../plugins/markdown-settings.ts';
import { htmlComments } from '../syntax/html-comments.ts';

export type MarkdownFormat = 'mdx' | 'md';

export type Parser = Processor<Root>;

const plainParsers = { mdx: plainParser('mdx').freeze(), md: plainParser('md').freeze() };
const parsers = new WeakMap<MarkdownSettings, Map<MarkdownFormat, Parser>>();

/** Throws what a plugin of the site throws when it is asked for its syntax. */
export async function parserFor(format: MarkdownFormat, settings: MarkdownSettings): Promise<Parser> {
  const known = parsers.get(settings) ?? new Map<MarkdownFormat, Parser>();
  parsers.set(settings, known);
  const parser = known.get(format) ?? (await makeParser(format, settings));
  known.set(format, parser);
  return parser;
}

async function makeParser(
  format: MarkdownFormat,
  { math, beforeRemark, remark }: MarkdownSettings,
): Promise<Parser> {
  const plugins = [...beforeRemark, ...remark].filter((step) => step.kind === 'plugin');
  if (!math && plugins.length === 0) return plainParsers[format];
  const parser = plainParser(format);
  if (math) {
    // It brings KaTeX along, which takes 50 ms to load.
    const { default: remarkMath } = await import('remark-math');
    parser.use(remarkMath, { singleDollarTextMath: math.singleDollar });
  }
  // For the syntax that they bring along; what they do with the tree comes later.
  for (const step of plugins) parser.use([pluggable(step)]);
  return parser.freeze() as Parser;
}

/** Not frozen. */
export function plainParser(format: MarkdownFormat): Parser {
  const parser = unified().use(remarkParse);
  if (format === 'mdx') parser.use(remarkMdx);
  return parser.use(remarkDirective).use(remarkGfm).use(htmlComments) as Parser;
}

/** Throws a `VFileMessage` where the text is not MDX. */
export function parseMarkdown(
  text: string,
  format: MarkdownFormat,
  parser: Parser = plainParsers[format],
): Root {
  return parser.parse(new VFile(text));
}

/** Front matter decides, then the site's setting, then (with `detect`) the file's ending. */
export function formatOf(
  file: string,
  frontMatter: Record<string, unknown>,
  setting: 'mdx' | 'md' | 'detect',
): MarkdownFormat {
  const { mdx } = frontMatter;
  const own = typeof mdx === 'object' && mdx !== null && 'format' in mdx ? mdx.format : undefined;
  if (own === 'md' || own === 'mdx') return own;
  if (own !== 'detect' && setting !== 'detect') return setting;
  return /\.(?:md|markdown)$/i.test(file) ? 'md' : 'mdx';
}
