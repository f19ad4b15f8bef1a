import type { KnownPackages } from '../plugin.ts';

export const mermaidPlugin: KnownPackages = {
  '@docusaurus/theme-mermaid': {
    verdict: 'works',
    why: 'diagrams are drawn in a frame without an origin, if `markdown.mermaid` is true',
    read(_options, { settings }) {
      settings.mermaid = true;
    },
  },
};
