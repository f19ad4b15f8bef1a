import type { Root as HtmlRoot } from 'hast';
import type { Root } from 'mdast';
import { VFile } from 'vfile';
import { VFileMessage } from 'vfile-message';
import { describeReason, toReadableError } from '../../shared/reason.ts';
import { recordReads } from '../../shared/record-reads.ts';
import type { FileScope } from '../compilation.ts';
import { hashDependency } from '../dependencies.ts';
import { createPlainParser } from '../tree/parse.ts';
import { checkTree } from './check-tree.ts';
import { npmToYarn, tabBlocks } from './fence-tabs.ts';
import { type PluginStep, type RemarkStep, toPluggable } from './markdown-settings.ts';

interface PluginFile {
  scope: FileScope;
  /** The text that the parser got. */
  text: string;
  /** `file.data` of all plugins, through which they tell each other things. It has the front matter, as in Docusaurus. */
  pluginData: Record<string, unknown>;
}

/** Runs the owner's remark plugins one after the other. Throws a `PluginFailure`. */
export async function runRemarkSteps(
  steps: readonly RemarkStep[],
  tree: Root,
  file: PluginFile,
): Promise<Root> {
  const run = async () => {
    let result = tree;
    for (const step of steps) {
      if (step.kind === 'npm2yarn') npmToYarn(result, step.options);
      else if (step.kind === 'tab-blocks') tabBlocks(result, step.options);
      // A remark plugin turns a Markdown tree into a Markdown tree.
      else result = (await runPlugin(step, result, file)) as Root;
    }
    return result;
  };
  return steps.some(({ kind }) => kind === 'plugin') ? noteReads(file, run) : run();
}

/** Makes files that plugins read, such as code that they show, dependencies of the document. */
async function noteReads<T>({ scope }: PluginFile, run: () => Promise<T>): Promise<T> {
  const { context, dependencies } = scope.compilation;
  const { result, reads } = await recordReads(context.siteDir, run);
  for (const file of reads.files) dependencies.file(file, hashDependency(file));
  return result;
}

export async function runRehypeSteps(
  steps: readonly PluginStep[],
  tree: HtmlRoot,
  file: PluginFile,
): Promise<HtmlRoot> {
  return noteReads(file, async () => {
    let result = tree;
    // A rehype plugin turns an HTML tree into an HTML tree.
    for (const step of steps) result = (await runPlugin(step, result, file)) as HtmlRoot;
    return result;
  });
}

/** An error in a plugin of the site, or in the step of a feature. `subject` begins the sentence about it. */
export class PluginFailure extends Error {
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(subject: string, thrown: unknown) {
    const cause = toReadableError(thrown);
    const reason = cause instanceof VFileMessage ? cause.reason : describeReason(cause);
    super(`${subject} fails: ${reason}`, { cause });
    const { line, column } = cause instanceof VFileMessage ? cause : {};
    this.line = line;
    this.column = column;
  }
}

/** Reports an error of a plugin. Throws any other error. */
export function reportPluginFailure(error: unknown, scope: FileScope): undefined {
  if (!(error instanceof PluginFailure)) throw error;
  scope.report('markdown-plugin', error.message, error);
}

async function runPlugin(
  step: PluginStep,
  tree: Root | HtmlRoot,
  file: PluginFile,
): Promise<Root | HtmlRoot> {
  const { scope, text, pluginData } = file;
  const vfile = new VFile({ path: scope.file, value: text, data: pluginData });
  try {
    // Some plugins parse the text that they insert.
    const result: unknown = await createPlainParser('mdx')
      .use([toPluggable(step)])
      .run(tree as Root, vfile);
    return checkTree(result);
  } catch (error) {
    const { plugin } = step;
    const name = typeof plugin === 'function' && plugin.name !== '' ? ` \`${plugin.name}\`` : '';
    throw new PluginFailure(`The Markdown plugin${name} in the configuration`, error);
  }
}
