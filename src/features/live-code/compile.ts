import type { CompilerExtension } from '../../markdown/extensions.ts';

/** Fences marked `live`, on sites that turn this on. */
export const extension: CompilerExtension = {
  fences: {
    LiveCode: ({ words }, { live, livePosition }) =>
      live && words.includes('live')
        ? {
            ...(words.includes('noInline') && { noInline: true }),
            ...(livePosition === 'top' && { resultFirst: true }),
          }
        : undefined,
  },
};
