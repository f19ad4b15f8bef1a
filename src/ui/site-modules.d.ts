/** What the bundler takes from the site folder: `src/build/bundle/site-plugin.ts`. */
declare module 'virtual:site/pages' {
  import type { ComponentType } from 'react';
  import type { StandaloneContext } from './page-data.ts';

  /** A page of `src/pages/`. */
  export interface StandaloneModule {
    default: ComponentType<StandaloneContext>;
    title?: string;
    description?: string;
  }
  /** By file, `index.tsx`. */
  export const pages: Readonly<Record<string, StandaloneModule>>;
}

/** The live parts of `src/live/`, by the names of their components: as the browser needs them, and all at once. */
declare module 'virtual:site/live' {
  import type { ComponentType } from 'react';

  export const siteParts: Readonly<
    Record<string, () => Promise<Record<string, ComponentType<Record<string, unknown>>>>>
  >;
}
declare module 'virtual:site/live-now' {
  import type { ComponentType } from 'react';

  export const siteParts: Readonly<Record<string, Record<string, ComponentType<Record<string, unknown>>>>>;
}

/** Nothing but the site's style sheets. */
declare module 'virtual:site/styles' {}

declare module 'virtual:site/brand' {
  /** SVG in one colour: `currentColor`. */
  export const logo: string;
  export const notFoundDrawing: string;
}

/** Name of the document beside the scripts in which live code runs; empty where the site has none. */
declare module 'virtual:live-frame' {
  const name: string;
  export default name;
}

/** Name of the document beside the scripts in which `gatehouse/sandbox` runs code. */
declare module 'virtual:sandbox-frame' {
  const name: string;
  export default name;
}

/** What the site gives to its live code: `src/theme/ReactLiveScope`. */
declare module 'virtual:site/live-scope' {
  const scope: Readonly<Record<string, unknown>>;
  export default scope;
}

/** Out of the table of routes, which browsers need not have. */
declare module 'virtual:routes' {
  /** Matches the (encoded) paths that are no pages of the shell. */
  export const notOfTheShell: RegExp;
}

/** Known when the scripts are made: what is behind a `false` is not in them. */
declare module 'virtual:site/has' {
  export const hasBlog: boolean;
  export const hasGroups: boolean;
  export const hasPublic: boolean;
  /** The site has several languages or versions. */
  export const hasOtherEditions: boolean;
}

/** A text each, so that a script carries only those that it shows. */
declare module 'virtual:site/texts' {
  const texts: import('../config/texts.ts').Texts;
  export = texts;
}
