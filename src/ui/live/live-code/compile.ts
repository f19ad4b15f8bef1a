import type { LivePart } from '../../../markdown/live-parts.ts';

/** A `live` code block. Its Markdown is its code. */
export const liveCode: LivePart = {
  name: 'LiveCode',
  modules: {},
  claimFence: ({ words }, { live, livePosition }) =>
    live && words.includes('live')
      ? {
          ...(words.includes('noInline') && { noInline: true }),
          ...(livePosition === 'top' && { resultFirst: true }),
        }
      : undefined,
};
