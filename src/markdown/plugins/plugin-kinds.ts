import { z } from 'zod';
import { type KnownPluginName, nameOfKnownPlugin } from '../../config/known-plugins.ts';

/** What the real ones are called, where they are installed. The others run as they are. */
const kindsByName: Readonly<Record<string, KnownPluginName>> = {
  remarkMath: 'math',
  rehypeKatex: 'katex',
  rehypeMathjax: 'katex',
  npm2yarn: 'npm2yarn',
};

/** One entry of `remarkPlugins` and its kind: a function, or a function with its options. */
export interface ListedPlugin {
  plugin: unknown;
  options: unknown;
  kind: KnownPluginName | undefined;
}

/** Entries that are switched off (`false`, `null`) are left out, as unified does. */
export function listedPlugins(entries: readonly unknown[]): ListedPlugin[] {
  return entries.flatMap((entry) => {
    const [plugin, options]: unknown[] = Array.isArray(entry) ? entry : [entry];
    if (!plugin || options === false) return [];
    return [{ plugin, options, kind: kindOf(plugin) }];
  });
}

function kindOf(plugin: unknown): KnownPluginName | undefined {
  return nameOfKnownPlugin(plugin) ?? (typeof plugin === 'function' ? kindsByName[plugin.name] : undefined);
}

/** A converter of one's own is a name and a function. */
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

/** What is wrong in them is for the plugin's own makers to say: the defaults hold then. */
function parsed<Schema extends z.ZodType>(schema: Schema, options: unknown): z.output<Schema> {
  const result = schema.safeParse(options ?? {});
  return result.success ? result.data : schema.parse({});
}

export const npmToYarnOptionsOf = (options: unknown): NpmToYarnOptions => parsed(npm2yarnOptions, options);
export const tabBlocksOptionsOf = (options: unknown): TabBlocksOptions => parsed(tabBlocksOptions, options);
export const singleDollarOf = (options: unknown): boolean =>
  parsed(mathOptions, options).singleDollarTextMath;
