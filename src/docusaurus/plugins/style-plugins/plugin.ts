import type { KnownPackage } from '../plugin.ts';

/** Only the function `configurePostCss` of such a plugin matters, which the build calls. */
export const stylePlugin: KnownPackage = {
  verdict: 'works',
  why: 'its `configurePostCss` is called for every style sheet; the site needs the package installed',
  read(options, { name, at, settings }) {
    settings.calledPlugins.push({ plugin: name, options, at });
  },
};
