import type { DocsOptions } from '../../config/docs-options.ts';
import { ADMONITION_TYPES } from '../syntax/admonition-types.ts';
import type { MarkdownSettings, PluginStep, RemarkStep } from './markdown-settings.ts';
import {
  type ListedPlugin,
  listedPlugins,
  npmToYarnOptionsOf,
  singleDollarOf,
  tabBlocksOptionsOf,
} from './plugin-kinds.ts';

type MarkdownOptions = Pick<
  DocsOptions,
  'remarkPlugins' | 'rehypePlugins' | 'beforeDefaultRemarkPlugins' | 'beforeDefaultRehypePlugins'
> &
  Partial<Pick<DocsOptions, 'admonitions'>>;

export function markdownSettings(options: MarkdownOptions): MarkdownSettings {
  const beforeRemark = listedPlugins(options.beforeDefaultRemarkPlugins);
  const remark = listedPlugins(options.remarkPlugins);
  const beforeRehype = listedPlugins(options.beforeDefaultRehypePlugins);
  const rehype = listedPlugins(options.rehypePlugins);
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
