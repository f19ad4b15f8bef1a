import type { Root as HtmlRoot } from 'hast';
import type { MarkdownFile } from './markdown-file.ts';
import { runRehypeSteps } from './plugins/run-plugins.ts';
import { markOrigins, toHtmlTree } from './tree/to-html.ts';

/** The HTML tree of a file without code, the site's plugins included. Throws a `PluginFailure`. */
export async function htmlTreeOf(file: MarkdownFile): Promise<HtmlRoot> {
  const root = await finishHtml(file, toHtmlTree(file.tree, file.format));
  markOrigins(root);
  return root;
}

/** What the site's plugins of rehype make of it. */
export async function finishHtml(file: MarkdownFile, root: HtmlRoot): Promise<HtmlRoot> {
  const { beforeRehype, rehype } = file.scope.compilation.settings;
  const steps = [...beforeRehype, ...rehype];
  if (steps.length === 0) return root;
  return runRehypeSteps(steps, root, { scope: file.scope, text: file.text, frontMatter: file.frontMatter });
}
