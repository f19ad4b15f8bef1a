import type { DocsOptions } from '../../config/docs-options.ts';
import { ADMONITION_TYPES } from '../syntax/admonition-types.ts';
import {
  type ListedPlugin,
  listedPlugins,
  type NpmToYarnOptions,
  npmToYarnOptionsOf,
  singleDollarOf,
  type TabBlocksOptions,
  tabBlocksOptionsOf,
} from './plugin-kinds.ts';

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

type MarkdownOptions = Pick<
  DocsOptions,
  'remarkPlugins' | 'rehypePlugins' | 'beforeDefaultRemarkPlugins' | 'beforeDefaultRehypePlugins'
> &
  Partial<Pick<DocsOptions, 'admonitions'>>;

export function markdownSettings(options: MarkdownOptions): MarkdownSettings {
  const [beforeRemark, remark, beforeRehype, rehype] = [
    options.beforeDefaultRemarkPlugins,
    options.remarkPlugins,
    options.beforeDefaultRehypePlugins,
    options.rehypePlugins,
  ].map(listedPlugins) as [ListedPlugin[], ListedPlugin[], ListedPlugin[], ListedPlugin[]];
  const math = [...beforeRemark, ...remark].find(({ kind }) => kind === 'math');
  const katex = [...beforeRehype, ...rehype].find(({ kind }) => kind === 'katex');
  return {
    ...(math && {
      math: { singleDollar: singleDollarOf(math.options), katex: katexOptions(katex?.options) },
    }),
    admonitions: admonitionNames(options.admonitions),
    beforeRemark: beforeRemark.flatMap(remarkStep),
    remark: remark.flatMap(remarkStep),
    beforeRehype: beforeRehype.flatMap(pluginStep),
    rehype: rehype.flatMap(pluginStep),
  };
}

/** Names of one's own besides the usual ones, or in their place. */
function admonitionNames(options: MarkdownOptions['admonitions']): string[] {
  const { keywords, extendDefaults } = options ?? { keywords: [], extendDefaults: true };
  return [...new Set([...(extendDefaults ? ADMONITION_TYPES : []), ...keywords])];
}

function katexOptions(options: unknown): Record<string, unknown> {
  return typeof options === 'object' && options !== null ? { ...options } : {};
}

function remarkStep(listed: ListedPlugin): RemarkStep[] {
  if (listed.kind === 'npm2yarn') return [{ kind: 'npm2yarn', options: npmToYarnOptionsOf(listed.options) }];
  if (listed.kind === 'tab-blocks')
    return [{ kind: 'tab-blocks', options: tabBlocksOptionsOf(listed.options) }];
  return pluginStep(listed);
}

function pluginStep({ kind, plugin, options }: ListedPlugin): PluginStep[] {
  return kind === undefined ? [{ kind: 'plugin', plugin, options }] : [];
}

/** Functions can't be handed to a worker: where there are some, it has to load the configuration itself. */
export function hasFunctions(value: unknown): boolean {
  if (typeof value === 'function') return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasFunctions);
}
