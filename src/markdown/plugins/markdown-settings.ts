import type { Pluggable } from 'unified';
import { ADMONITION_TYPES } from '../../model/admonition-types.ts';
import type { NpmToYarnOptions, TabBlocksOptions } from './plugin-kinds.ts';

/** How the Markdown of one documentation, one blog or the pages is read, as its owner configured it. */
export interface MarkdownSettings {
  /** Undefined: a dollar sign is a dollar sign. */
  math?: MathSettings;
  /** Names that can follow `:::`. */
  admonitions: readonly string[];
  beforeRemark: readonly RemarkStep[];
  remark: readonly RemarkStep[];
  beforeRehype: readonly PluginStep[];
  rehype: readonly PluginStep[];
  /** Changes the text of a file before it is parsed. */
  preprocessor?: ((file: { filePath: string; fileContent: string }) => string) | undefined;
  /** The owner's options for the step from Markdown to HTML. Undefined without options. */
  toHtmlOptions?: ToHtmlOptions | undefined;
  /** Whether ids of headings keep their capital letters. */
  keepsHeadingCase?: boolean | undefined;
  /** Whether names of emoji stay text. */
  keepsEmojiNames?: boolean | undefined;
}

/** Options of `remark-rehype` as the owner wrote them. */
export type ToHtmlOptions = Readonly<Record<string, unknown>>;

export interface MathSettings {
  /** Whether `$x$` is a formula, in addition to `$$x$$`. */
  singleDollar: boolean;
  /** The owner's options for KaTeX. */
  katex: Readonly<Record<string, unknown>>;
}

/** A plugin of the site with its options. */
export interface PluginStep {
  kind: 'plugin';
  plugin: unknown;
  options: unknown;
}

/** Converts a plugin for unified, which throws if it isn't one. */
export function toPluggable({ plugin, options }: PluginStep): Pluggable {
  return (options === undefined ? plugin : [plugin, options]) as Pluggable;
}

export type RemarkStep =
  | PluginStep
  | { kind: 'npm2yarn'; options: NpmToYarnOptions }
  | { kind: 'tab-blocks'; options: TabBlocksOptions };

export const plainSettings: MarkdownSettings = {
  admonitions: ADMONITION_TYPES,
  beforeRemark: [],
  remark: [],
  beforeRehype: [],
  rehype: [],
};
