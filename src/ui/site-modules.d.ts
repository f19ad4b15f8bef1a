/** Modules that the bundler makes from the site folder: `src/build/bundle/site-plugin.ts`. */
declare module 'virtual:site/pages' {
  import type { ComponentType } from 'react';
  import type { StandaloneContext } from './page-data.ts';

  /** A page of `src/pages/`. */
  export interface StandaloneModule {
    default: ComponentType<StandaloneContext>;
    title?: string;
    description?: string;
  }
  /** Pages by file: `index.tsx`. */
  export const pages: Readonly<Record<string, StandaloneModule>>;
}

/** The live parts of `src/live/` and of features by component name: loaded on demand, and all at once. */
declare module 'virtual:site/live' {
  import type { ComponentType } from 'react';

  type Loaders = Readonly<
    Record<string, () => Promise<Record<string, ComponentType<Record<string, unknown>>>>>
  >;
  export const siteParts: Loaders;
  export const featureParts: Loaders;
  /** Names of those in `featureParts` that also start out of view. */
  export const partsForPaper: readonly string[];
}
declare module 'virtual:site/live-now' {
  import type { ComponentType } from 'react';

  type Modules = Readonly<Record<string, Record<string, ComponentType<Record<string, unknown>>>>>;
  export const siteParts: Modules;
  export const featureParts: Modules;
}

/** Style sheets of the live parts of features. */
declare module 'virtual:feature-live-styles' {}

declare module 'virtual:site/brand' {
  /** SVG in one colour, `currentColor`. */
  export const logo: string;
  export const notFoundDrawing: string;
}

/** How the site looks. Only administration pages load it. */
declare module 'virtual:site/look' {
  /** Whether the site has a logo of its own. */
  export const hasOwnLogo: boolean;
}

/** File name of the document around the frame of a live part: `virtual:live-frame/LiveCode`. */
declare module 'virtual:live-frame/*' {
  const name: string;
  export default name;
}

/** File name of the document in which `gatehouse/sandbox` runs code. */
declare module 'virtual:sandbox-frame' {
  const name: string;
  export default name;
}

/** File name of the document that sends requests of pages to servers of the owner's. */
declare module 'virtual:request-frame' {
  const name: string;
  export default name;
}

/** Exports of the site's `src/theme/ReactLiveScope`, for code in frames of live parts. */
declare module 'virtual:site/live-scope' {
  const scope: Readonly<Record<string, unknown>>;
  export default scope;
}

/** Loaders of the modules that draw the pages of features, by the page's name. */
declare module 'virtual:feature-pages' {
  import type { ComponentType } from 'react';

  export const featurePages: Readonly<Record<string, () => Promise<{ Page: ComponentType }>>>;
}

/** Parts that features add to the bar of the users page. */
declare module 'virtual:feature-parts/users-actions' {
  import type { ComponentType } from 'react';

  export const parts: readonly ComponentType<import('./page-parts.ts').UsersActionsProps>[];
}

/** Parts that features add above the hits of the search dialog. */
declare module 'virtual:feature-parts/search-answer' {
  import type { ComponentType } from 'react';

  export const parts: readonly ComponentType<import('./page-parts.ts').SearchAnswerProps>[];
}

/** Parts that features add to the search dialog before anything is typed. */
declare module 'virtual:feature-parts/search-start' {
  import type { ComponentType } from 'react';

  export const parts: readonly ComponentType<import('./page-parts.ts').SearchStartProps>[];
}

/** Entries that features add to the menu of a page. */
declare module 'virtual:feature-parts/page-menu' {
  import type { ComponentType } from 'react';

  export const parts: readonly ComponentType<import('./page-parts.ts').PageMenuProps>[];
}

/** Sections about signing in that features add to the account page. */
declare module 'virtual:feature-parts/account-sign-in' {
  import type { ComponentType } from 'react';

  export const parts: readonly ComponentType<import('./page-parts.ts').AccountSignInProps>[];
}

/** Parts that features add above the list of tokens on the account page. */
declare module 'virtual:feature-parts/account-tokens' {
  import type { ComponentType } from 'react';

  export const parts: readonly ComponentType<import('./page-parts.ts').AccountTokensProps>[];
}

/** Panels about readers that features add to the overview of the administration. */
declare module 'virtual:feature-parts/overview-activity' {
  import type { ComponentType } from 'react';

  export const parts: readonly ComponentType[];
}

/** Panels about the site that features add to the overview of the administration. */
declare module 'virtual:feature-parts/overview-site' {
  import type { ComponentType } from 'react';

  export const parts: readonly ComponentType[];
}

/** The build makes these from the table of routes, which browsers don't load. */
declare module 'virtual:routes' {
  /** Matches encoded paths that aren't pages of the shell. */
  export const notOfTheShell: RegExp;
}

/** Constants of the build: code behind a `false` isn't bundled. */
declare module 'virtual:site/has' {
  export const hasBlog: boolean;
  export const hasGroups: boolean;
  /** Whether pages keep the markup of Docusaurus, because its style sheets are used. */
  export const usesInfima: boolean;
  export const hasPublic: boolean;
  /** Whether the site has several languages or versions. */
  export const hasOtherEditions: boolean;
  /** Whether readers have accounts. A preview without sign-in has none. */
  export const hasAccounts: boolean;
  /** Whether the server counts page views and stores feedback. */
  export const hasInsights: boolean;
  /** Whether administrators can show an announcement. */
  export const hasAnnouncements: boolean;
  /** Whether assistants can connect to the server. */
  export const hasMcp: boolean;
  /** Whether accounts can have second factors. */
  export const hasSecondFactor: boolean;
  /** Whether administrators can add users from a file. */
  export const hasPeopleImport: boolean;
  /** Whether programs can read with tokens of their users. */
  export const grantsTokens: boolean;
  /** Whether the weekly digest has a content, so that it is sent. */
  export const hasDigest: boolean;
}

/** One export per text, so that a script carries only those it shows. */
declare module 'virtual:site/texts' {
  const texts: import('../config/texts.ts').SiteTexts;
  export = texts;
}

/** Set by the bundler: whether this is the renderer, or a script for browsers. */
interface ImportMeta {
  readonly env: { readonly SSR: boolean };
}
