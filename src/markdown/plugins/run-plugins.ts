import type { Root as HtmlRoot } from 'hast';
import type { Root } from 'mdast';
import { VFile } from 'vfile';
import { VFileMessage } from 'vfile-message';
import { reasonOf } from '../../shared/reason.ts';
import type { FileScope } from '../compilation.ts';
import { plainParser } from '../tree/parse.ts';
import { npmToYarn, tabBlocks } from './fence-tabs.ts';
import { type PluginStep, pluggable, type RemarkStep } from './markdown-settings.ts';

interface PluginFile {
  scope: FileScope;
  /** As the parser got it. */
  text: string;
  frontMatter: Record<string, unknown>;
}

/** What the owner's plugins make of the Markdown, one after the other. Throws a `PluginFailure`. */
export async function runRemarkSteps(
  steps: readonly RemarkStep[],
  tree: Root,
  file: PluginFile,
): Promise<Root> {
  let result = tree;
  for (const step of steps) {
    if (step.kind === 'npm2yarn') npmToYarn(result, step.options);
    else if (step.kind === 'tab-blocks') tabBlocks(result, step.options);
    // A plugin of remark makes a tree of Markdown of one.
    else result = (await runPlugin(step, result, file)) as Root;
  }
  return result;
}

export async function runRehypeSteps(
  steps: readonly PluginStep[],
  tree: HtmlRoot,
  file: PluginFile,
): Promise<HtmlRoot> {
  let result = tree;
  // Likewise of HTML.
  for (const step of steps) result = (await runPlugin(step, result, file)) as HtmlRoot;
  return result;
}

/** A plugin that the site brings along does not do its work. */
export class PluginFailure extends Error {
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor({ plugin }: PluginStep, cause: unknown) {
    const name = typeof plugin === 'function' && plugin.name !== '' ? ` \`${plugin.name}\`` : '';
    const said = cause instanceof VFileMessage ? cause.reason : reasonOf(cause);
    super(`The plugin${name} of the configuration fails: ${said}`, { cause });
    const { line, column } = cause instanceof VFileMessage ? cause : {};
    this.line = line;
    this.column = column;
  }
}

/** Reports that a plugin fails; throws what is no such failure. */
export function reportFailure(error: unknown, scope: FileScope): undefined {
  if (!(error instanceof PluginFailure)) throw error;
  scope.report('markdown-plugin', error.message, error);
}

async function runPlugin(step: PluginStep, tree: Root | HtmlRoot, file: PluginFile): Promise<unknown> {
  const { scope, text, frontMatter } = file;
  const vfile = new VFile({ path: scope.file, value: text, data: { frontMatter } });
  try {
    // Some of them parse what they put into the tree.
    return await plainParser('mdx')
      .use([pluggable(step)])
      .run(tree as Root, vfile);
  } catch (error) {
    throw new PluginFailure(step, error);
  }
}
