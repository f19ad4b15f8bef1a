import type { DocsOptions } from '../../config/docs-options.ts';
import { ADMONITION_TYPES } from '../../model/admonition-types.ts';
import type { MarkdownSettings, PluginStep, RemarkStep } from './markdown-settings.ts';
import {
  type ListedPlugin,
  listPlugins,
  parseNpmToYarnOptions,
  parseSingleDollar,
  parseTabBlocksOptions,
} from './plugin-kinds.ts';

type MarkdownOptions = Pick<
  DocsOptions,
  'remarkPlugins' | 'rehypePlugins' | 'beforeDefaultRemarkPlugins' | 'beforeDefaultRehypePlugins'
> &
  Partial<Pick<DocsOptions, 'admonitions'>>;

export function readMarkdownSettings(options: MarkdownOptions): MarkdownSettings {
  const beforeRemark = listPlugins(options.beforeDefaultRemarkPlugins);
  const remark = listPlugins(options.remarkPlugins);
  const beforeRehype = listPlugins(options.beforeDefaultRehypePlugins);
  const rehype = listPlugins(options.rehypePlugins);
  const math = [...beforeRemark, ...remark].find(({ kind }) => kind === 'math');
  const katex = [...beforeRehype, ...rehype].find(({ kind }) => kind === 'katex');
  return {
    ...(math && {
      math: { singleDollar: parseSingleDollar(math.options), katex: readKatexOptions(katex?.options) },
    }),
    admonitions: listAdmonitionNames(options.admonitions),
    beforeRemark: beforeRemark.flatMap(toRemarkStep),
    remark: remark.flatMap(toRemarkStep),
    beforeRehype: beforeRehype.flatMap(toPluginStep),
    rehype: rehype.flatMap(toPluginStep),
  };
}

/** The owner's names in addition to the default ones, or instead of them. */
function listAdmonitionNames(options: MarkdownOptions['admonitions']): string[] {
  const { keywords, extendDefaults } = options ?? { keywords: [], extendDefaults: true };
  return [...new Set([...(extendDefaults ? ADMONITION_TYPES : []), ...keywords])];
}

function readKatexOptions(options: unknown): Record<string, unknown> {
  return typeof options === 'object' && options !== null ? { ...options } : {};
}

function toRemarkStep(plugin: ListedPlugin): RemarkStep[] {
  if (plugin.kind === 'npm2yarn')
    return [{ kind: 'npm2yarn', options: parseNpmToYarnOptions(plugin.options) }];
  if (plugin.kind === 'tab-blocks')
    return [{ kind: 'tab-blocks', options: parseTabBlocksOptions(plugin.options) }];
  return toPluginStep(plugin);
}

function toPluginStep({ kind, plugin, options }: ListedPlugin): PluginStep[] {
  return kind === undefined ? [{ kind: 'plugin', plugin, options }] : [];
}

/** Functions can't be sent to a worker. If there are any, the worker has to load the configuration itself. */
export function hasFunctions(value: unknown): boolean {
  if (typeof value === 'function') return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasFunctions);
}
