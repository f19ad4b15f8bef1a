import type { ConfigNotes, Settings } from '../config-notes.ts';

/** A plugin or theme of Docusaurus that is supported, or refused by name. */
export interface KnownPackage {
  /** `nothing-to-do` is for packages whose work is built in, or isn't needed here. */
  verdict: 'works' | 'changed' | 'left-out' | 'nothing-to-do';
  /**
   * One sentence without a full stop: how it works here, or the reason for leaving it out. The documentation shows it,
   * and the report if the package is changed or left out.
   */
  why: string;
  /** Adds what the options say to the settings. A package without this is only reported. */
  read?(options: unknown, use: PluginUse): void;
}

/** Packages by their names. */
export type KnownPackages = Readonly<Record<string, KnownPackage>>;

/** One place of a configuration that names a package. */
export interface PluginUse {
  name: string;
  /** The path of the entry in the configuration: `plugins.0`. */
  at: string;
  notes: ConfigNotes;
  settings: PluginSettings;
}

/** The settings of a site that its plugins add to. */
export class PluginSettings {
  readonly docs: Settings[] = [];
  readonly blogs: Settings[] = [];
  /** If several plugins set this, the last one counts. */
  pages: Settings | false = false;
  readonly redirects: Settings[] = [];
  readonly styles: string[] = [];
  /** Options of Sass and Less, by language. */
  readonly preprocessors: Record<string, Settings> = {};
  /** OpenAPI files, which become pages. The set names its documentation by the id of that. */
  readonly openApi = {
    pageSets: [] as { set: Settings; docsId: unknown }[],
    documents: [] as Settings[],
    folders: [] as Settings[],
  };
  mermaid = false;
  live = false;
  /** Plugins that must be called: the site's own, each a function or a path with its options, and some packages. */
  readonly calledPlugins: { plugin: unknown; options: unknown; at: string; isUnknown?: true }[] = [];
}
