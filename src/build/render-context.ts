import type { SiteConfig } from '../config/site-config.ts';
import type { RenderContext } from '../ui/page-data.ts';
import type { UiBundle } from './bundle.ts';
import { nameHash } from './hashing.ts';
import { type SiteAddresses, shellConfig } from './shell-config.ts';

/** What every page is rendered with. `articleStyles` is the address of their style sheet, where there is one. */
export function renderContext(
  config: SiteConfig,
  { hash, assets }: Pick<UiBundle, 'hash' | 'assets'>,
  articleStyles: string | undefined,
  addresses: SiteAddresses,
): RenderContext {
  const shell = shellConfig(config, addresses);
  return {
    config: shell,
    // A window with another version of this reloads; it must change with whatever the shell holds.
    shell: nameHash(JSON.stringify([hash, shell])).slice(0, 10),
    assets,
    ...(articleStyles === undefined ? {} : { articleStyles }),
  };
}
