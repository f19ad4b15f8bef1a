import type { KnownPackages } from '../plugin.ts';

export const liveCodeblock: KnownPackages = {
  '@docusaurus/theme-live-codeblock': {
    verdict: 'works',
    why: 'live code runs in a frame without an origin, with what `src/theme/ReactLiveScope` exports',
    read(_options, { settings }) {
      settings.live = true;
    },
  },
};
