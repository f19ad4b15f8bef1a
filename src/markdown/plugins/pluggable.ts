import type { Pluggable } from 'unified';
import type { PluginStep } from './markdown-settings.ts';

/** As unified takes it; what is no plugin it refuses by throwing. */
export function pluggable({ plugin, options }: PluginStep): Pluggable {
  return (options === undefined ? plugin : [plugin, options]) as Pluggable;
}
