import type { Root as HtmlRoot } from 'hast';
import type { MarkdownFile } from './markdown-file.ts';
import { runRehypeSteps } from './plugins/run-plugins.ts';
import { markOrigins, toHtmlTree } from './tree/to-html.ts';

/** Creates the HTML tree of a file without code and runs the site's plugins. Throws a `PluginFailure`. */
export async function createHtmlTree(file: MarkdownFile): Promise<HtmlRoot> {
  const { toHtmlOptions } = file.scope.compilation.settings;
  const root = await finishHtml(file, toHtmlTree(file.tree, file.format, toHtmlOptions));
  markOrigins(root);
  return root;
}

/** Runs the site's rehype plugins. */
export async function finishHtml(file: MarkdownFile, root: HtmlRoot): Promise<HtmlRoot> {
  const { beforeRehype, rehype } = file.scope.compilation.settings;
  const steps = [...beforeRehype, ...rehype];
  if (steps.length === 0) return root;
  return runRehypeSteps(steps, root, file);
}
