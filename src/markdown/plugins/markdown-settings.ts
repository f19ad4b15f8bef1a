import type { Pluggable } from 'unified';
import { ADMONITION_TYPES } from '../syntax/admonition-types.ts';
import type { NpmToYarnOptions, TabBlocksOptions } from './plugin-kinds.ts';

/** How the Markdown of one documentation, of one blog or of the pages is read: what its owner switched on. */
export interface MarkdownSettings {
  /** Absent: a dollar is a dollar. */
  math?: MathSettings;
  /** Names that `:::` may have. */
  admonitions: readonly string[];
  beforeRemark: readonly RemarkStep[];
  remark: readonly RemarkStep[];
  beforeRehype: readonly PluginStep[];
  rehype: readonly PluginStep[];
}

export interface MathSettings {
  /** `$x$` is a formula, besides `$$x$$`. */
  singleDollar: boolean;
  /** What the owner gives to KaTeX. */
  katex: Readonly<Record<string, unknown>>;
}

/** A plugin that the site brings along, with its options. */
export interface PluginStep {
  kind: 'plugin';
  plugin: unknown;
  options: unknown;
}

/** As unified takes it; what is no plugin it refuses by throwing. */
export function pluggable({ plugin, options }: PluginStep): Pluggable {
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
