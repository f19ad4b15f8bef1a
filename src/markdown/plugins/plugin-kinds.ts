import { z } from 'zod';
import { findKnownPluginName, type KnownPluginName } from '../../config/known-plugins.ts';

/** Function names of real plugins that the engine replaces. Other plugins run as they are. */
const kindsByName: Readonly<Record<string, KnownPluginName>> = {
  remarkMath: 'math',
  rehypeKatex: 'katex',
  rehypeMathjax: 'katex',
  npm2yarn: 'npm2yarn',
};

/** One entry of `remarkPlugins` with its kind: a function, or a function with options. */
export interface ListedPlugin {
  plugin: unknown;
  options: unknown;
  kind: KnownPluginName | undefined;
}

/** Lists plugins. Entries that are turned off (`false`, `null`) are left out, as unified does. */
export function listPlugins(entries: readonly unknown[]): ListedPlugin[] {
  return entries.flatMap((entry) => {
    const [plugin, options]: unknown[] = Array.isArray(entry) ? entry : [entry];
    if (!plugin || options === false) return [];
    return [{ plugin, options, kind: findKind(plugin) }];
  });
}

function findKind(plugin: unknown): KnownPluginName | undefined {
  return findKnownPluginName(plugin) ?? (typeof plugin === 'function' ? kindsByName[plugin.name] : undefined);
}

/** A custom converter is a name with a function. */
const converter = z.union([
  z.string(),
  z.tuple([z.string(), z.custom<(code: string) => string>((value) => typeof value === 'function')]),
]);
const npm2yarnOptions = z.object({
  sync: z.boolean().default(false),
  converters: z.array(converter).default(['yarn', 'pnpm', 'bun']),
});
export type NpmToYarnOptions = z.output<typeof npm2yarnOptions>;

const tabBlocksOptions = z.object({
  groupId: z.string().default('code-examples'),
  sync: z.boolean().default(true),
  labels: z.array(z.tuple([z.string(), z.string()])).default([]),
});
export type TabBlocksOptions = z.output<typeof tabBlocksOptions>;

const mathOptions = z.object({ singleDollarTextMath: z.boolean().default(true) });

/** Invalid options are replaced by the defaults, because the plugin itself would have to explain them. */
function parseOptions<Schema extends z.ZodType>(schema: Schema, options: unknown): z.output<Schema> {
  const result = schema.safeParse(options ?? {});
  return result.success ? result.data : schema.parse({});
}

export const parseNpmToYarnOptions = (options: unknown): NpmToYarnOptions =>
  parseOptions(npm2yarnOptions, options);
export const parseTabBlocksOptions = (options: unknown): TabBlocksOptions =>
  parseOptions(tabBlocksOptions, options);
export const parseSingleDollar = (options: unknown): boolean =>
  parseOptions(mathOptions, options).singleDollarTextMath;
