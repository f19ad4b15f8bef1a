import type { CompilerExtension } from 'gatehouse/feature';

/** Fences named `uptime` become the live part `Uptime`. The compiler loads this module, not the server. */
export const extension: CompilerExtension = {
  fences: { Uptime: ({ language }) => (language === 'uptime' ? {} : undefined) },
};
