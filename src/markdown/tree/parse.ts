import type { Root } from 'mdast';
import remarkDirective from 'remark-directive';
import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { type Processor, unified } from 'unified';
import { VFile } from 'vfile';
import { type MarkdownSettings, toPluggable } from '../plugins/markdown-settings.ts';
import { htmlComments } from '../syntax/html-comments.ts';

export type MarkdownFormat = 'mdx' | 'md';

export type Parser = Processor<Root>;

const plainParsers = { mdx: createPlainParser('mdx').freeze(), md: createPlainParser('md').freeze() };
const parsers = new WeakMap<MarkdownSettings, Map<MarkdownFormat, Parser>>();

/** Returns the parser for a format. Throws errors of plugins that add syntax. */
export async function getParser(format: MarkdownFormat, settings: MarkdownSettings): Promise<Parser> {
  const knownParsers = parsers.get(settings) ?? new Map<MarkdownFormat, Parser>();
  parsers.set(settings, knownParsers);
  const parser = knownParsers.get(format) ?? (await createParser(format, settings));
  knownParsers.set(format, parser);
  return parser;
}

async function createParser(
  format: MarkdownFormat,
  { math, beforeRemark, remark }: MarkdownSettings,
): Promise<Parser> {
  const plugins = [...beforeRemark, ...remark].filter((step) => step.kind === 'plugin');
  if (!math && plugins.length === 0) return plainParsers[format];
  const parser = createPlainParser(format);
  if (math) {
    // Loads KaTeX, which takes 50 ms.
    const { default: remarkMath } = await import('remark-math');
    parser.use(remarkMath, { singleDollarTextMath: math.singleDollar });
  }
  // The plugins are used only for their syntax here. Their transformations run later.
  for (const step of plugins) parser.use([toPluggable(step)]);
  return parser.freeze() as Parser;
}

/** Creates a parser that can still be extended. */
export function createPlainParser(format: MarkdownFormat): Parser {
  const parser = unified().use(remarkParse);
  if (format === 'mdx') parser.use(remarkMdx);
  return parser.use(remarkDirective).use(remarkGfm).use(htmlComments) as Parser;
}

/** Parses Markdown. Throws a `VFileMessage` if the text isn't valid MDX. */
export function parseMarkdown(
  text: string,
  format: MarkdownFormat,
  parser: Parser = plainParsers[format],
): Root {
  return parser.parse(new VFile(text));
}

/** Chooses the format: front matter, then the site's setting, then (with `detect`) the file extension. */
export function chooseFormat(
  file: string,
  frontMatter: Record<string, unknown>,
  setting: 'mdx' | 'md' | 'detect',
): MarkdownFormat {
  const { mdx } = frontMatter;
  const documentFormat = typeof mdx === 'object' && mdx !== null && 'format' in mdx ? mdx.format : undefined;
  if (documentFormat === 'md' || documentFormat === 'mdx') return documentFormat;
  if (documentFormat !== 'detect' && setting !== 'detect') return setting;
  return /\.(?:md|markdown)$/i.test(file) ? 'md' : 'mdx';
}
