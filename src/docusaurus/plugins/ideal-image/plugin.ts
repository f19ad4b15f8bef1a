import type { KnownPackages } from '../plugin.ts';

export const idealImage: KnownPackages = {
  '@docusaurus/plugin-ideal-image': { verdict: 'changed', why: 'images are shown in one size, as they are' },
};
