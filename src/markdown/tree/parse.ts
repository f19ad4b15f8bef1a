import type { Root } from 'mdast';
import remarkDirective from 'remark-directive';
import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { VFile } from 'vfile';
import { htmlComments } from '../syntax/html-comments.ts';

export type MarkdownFormat = 'mdx' | 'md';

const processors = {
  mdx: unified()
    .use(remarkParse)
    .use(remarkMdx)
    .use(remarkDirective)
    .use(remarkGfm)
    .use(htmlComments)
    .freeze(),
  md: unified().use(remarkParse).use(remarkDirective).use(remarkGfm).use(htmlComments).freeze(),
};

/** Throws a `VFileMessage` where the text is not MDX. */
export function parseMarkdown(text: string, format: MarkdownFormat): Root {
  return processors[format].parse(new VFile(text));
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
