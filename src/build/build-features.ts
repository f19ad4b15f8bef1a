import type { FeatureMessages } from '../config/feature-messages.ts';
import type { SiteConfig } from '../config/site-config.ts';
import type { OwnPage } from '../model/pages.ts';
import type { Route } from '../model/routes.ts';

/** The parts of features that concern a build. Plain data, because bundlers run in processes of their own. */
export interface BuildFeatures {
  /** Names of the features, sorted. */
  names: readonly string[];
  /** Routes of the server, which the shell doesn't take for pages. */
  routes: readonly Pick<Route, 'method' | 'path'>[];
  /** Pages by name. `module` is the absolute path of the module whose `Page` draws the content in the browser. */
  pages: Readonly<Record<string, OwnPage & { module: string }>>;
  /** Parts of pages, in order. `module` is the absolute path of the module that exports the component `Part`. */
  parts: readonly { place: PartPlace; module: string }[];
  /** Live parts of documents. Their files are absolute paths. */
  liveParts: readonly AddedLivePart[];
  /** Modules with a `CompilerExtension`. */
  compilers: readonly AddedCompiler[];
  /** Whether programs can read with tokens of their users. */
  grantsTokens: boolean;
  /** Whether a feature writes a part of the weekly digest. Without one, no digest is sent. */
  describesWeek: boolean;
  /** Messages of each feature, in all their languages. */
  messages: readonly FeatureMessages[];
}

/** A module that extends the compiler. */
export interface AddedCompiler {
  /** Name of the feature. */
  feature: string;
  /** Absolute path. */
  module: string;
  /** Names of the live parts that it may make of fences. */
  liveParts: readonly string[];
}

/** A live part that a feature adds. */
export interface AddedLivePart {
  /** Name of the component, such as `Mermaid`. */
  name: string;
  /** The module that exports the component by its name. */
  module: string;
  style?: string | undefined;
  /** Whether it also starts out of view, for paper. */
  isForPaper?: boolean | undefined;
  /** The setting that turns it on. Undefined: it is always on. */
  setting?: PartSetting | undefined;
  /** The document in which it runs code that isn't trusted. */
  frame?: { title: string; script: string } | undefined;
}

/**
 * A setting of a site's configuration that turns live parts on. `live`: `code.live`. `tryIt`: `openApi.tryIt`.
 */
export type PartSetting = 'live' | 'tryIt';

/** Whether a site has turned the setting on. */
export function isPartOn(
  setting: PartSetting,
  { code, openApi }: Pick<SiteConfig, 'code' | 'openApi'>,
): boolean {
  switch (setting) {
    case 'live':
      return code.live;
    case 'tryIt':
      return openApi.tryIt !== undefined;
  }
}

/** Places of the interface where features add parts. */
export const partPlaces = [
  'account-sign-in',
  'account-tokens',
  'overview-activity',
  'overview-site',
  'page-menu',
  'users-actions',
  'search-answer',
  'search-start',
] as const;
export type PartPlace = (typeof partPlaces)[number];
