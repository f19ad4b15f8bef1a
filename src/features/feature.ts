import { fileURLToPath } from 'node:url';
import { type BuildFeatures, type PartPlace, type PartSetting, partPlaces } from '../build/build-features.ts';
import type { CommandEntry } from '../command/define-command.ts';
import { readFeatureMessages } from '../config/feature-messages.ts';
import type { SettingsFeature } from '../config/settings.ts';
import { commonPages, type OwnPage } from '../model/pages.ts';
import { createRouteTable } from '../model/routes.ts';
import { API_BASE } from '../model/urls.ts';
import { grantTokens, type ServerFeature } from '../server/server-feature.ts';

/**
 * A part of the product that can be left out: a folder with its routes, endpoints, pages, commands, tables, texts and
 * tests. Everything but the name is optional.
 */
export interface Feature extends SettingsFeature, ServerFeature {
  /** Oldest version of Gatehouse that has what the feature uses, such as `0.3.0`. */
  needsVersion?: string;
  /** Commands of `gatehouse` by name. */
  commands?: Readonly<Record<string, CommandEntry>>;
  /** Pages of the interface, by a name that no other page has. */
  pages?: Readonly<Record<string, FeaturePage>>;
  /**
   * Parts of pages of the interface, by the place where they appear: modules that export the React component `Part`,
   * each named by its URL as in `examples/feature/`. The properties of a place are described in
   * `src/ui/page-parts.ts`.
   */
  parts?: Readonly<Partial<Record<PartPlace, URL>>>;
  /** Additions to documents. */
  markdown?: MarkdownExtensions;
}

/** Additions of a feature to documents: what the compiler makes of them, and what comes alive in the browser. */
export interface MarkdownExtensions {
  /**
   * Module that the compiler loads in its threads: a URL relative to `import.meta.url`. It exports `extension`, a
   * `CompilerExtension`, which claims fences for the live parts, or changes the Markdown of documents.
   */
  compiler?: URL;
  /**
   * Components that come alive when they come into view, by the names that they are exported with. Each gets the props
   * that its fence was given, and the HTML of the code block in `slots`. The build renders it, too.
   */
  liveParts?: Readonly<Record<string, FeatureLivePart>>;
}

/** The files of a live part: URLs relative to `import.meta.url`. */
export interface FeatureLivePart {
  /** Module that exports the component. */
  module: URL;
  /** Style sheet in every page of the site, so that nothing moves when the component comes alive. */
  style?: URL;
  /**
   * Whether the component draws something that belongs on paper. Then it also starts out of view, when the page is
   * idle. On phones and slow networks it waits until it comes into view.
   */
  isForPaper?: boolean;
  /** Setting of the site's configuration that turns the part on. Default: it is always on. */
  setting?: PartSetting;
  /**
   * A document of its own in which the part runs code that isn't trusted. It has no origin and no network, so it can
   * reach neither the page nor the session. `script` is its module, which may import `virtual:site/live-scope`: what
   * the site exports from `src/theme/ReactLiveScope`. The part imports the name of the file around the document from
   * `virtual:live-frame/<name of the part>`, and shows that in a frame. `title` describes it to assistive technology.
   */
  frame?: { title: string; script: URL };
}

/** A page whose content the browser draws. */
export interface FeaturePage extends OwnPage {
  /** Module that exports the React component `Page`: a URL relative to `import.meta.url`. */
  module: URL;
}

/** Declares a feature. Its types check what it declares. */
export function defineFeature<const Declared extends Feature>(feature: Declared): Declared {
  return feature;
}

/**
 * Collects the additions of these features to a build. Throws if two pages or two texts have the same name, or if a
 * route has the path of a page.
 */
export function toBuildFeatures(features: readonly Feature[]): BuildFeatures {
  const pages: Record<string, BuildFeatures['pages'][string]> = {};
  const paths = new Set<string>(Object.values(commonPages).map(({ path }) => path));
  for (const feature of features) {
    for (const [name, { module, ...page }] of Object.entries(feature.pages ?? {})) {
      if (pages[name] || Object.hasOwn(commonPages, name))
        throw new Error(`The feature ${feature.name} declares the page ${name} a second time.`);
      if (paths.has(page.path))
        throw new Error(`The feature ${feature.name} declares a second page at ${page.path}.`);
      paths.add(page.path);
      pages[name] = { ...page, module: fileURLToPath(module) };
    }
  }
  const { match } = createRouteTable(features.flatMap((feature) => feature.routes ?? []));
  // Only servers load the endpoints of the API, so all of its addresses are reserved.
  for (const feature of features)
    for (const { path } of Object.values(feature.pages ?? {}))
      if (match('GET', path) || path.startsWith(API_BASE))
        throw new Error(`The feature ${feature.name} declares a page at ${path}, where a route answers.`);
  const parts = partPlaces.flatMap((place) =>
    features.flatMap((feature) => {
      const module = feature.parts?.[place];
      return module ? [{ place, module: fileURLToPath(module) }] : [];
    }),
  );
  const liveParts = features.flatMap(({ markdown }) =>
    Object.entries(markdown?.liveParts ?? {}).map(
      ([name, { module, style, isForPaper, setting, frame }]) => ({
        name,
        module: fileURLToPath(module),
        style: style && fileURLToPath(style),
        isForPaper,
        setting,
        frame: frame && { title: frame.title, script: fileURLToPath(frame.script) },
      }),
    ),
  );
  const [doubledPart] = liveParts.filter(
    ({ name }, index) => liveParts.findIndex((part) => part.name === name) < index,
  );
  if (doubledPart) throw new Error(`Two features declare the live part ${doubledPart.name}.`);
  const compilers = features.flatMap(({ name, markdown: { compiler, liveParts = {} } = {} }) =>
    compiler ? [{ feature: name, module: fileURLToPath(compiler), liveParts: Object.keys(liveParts) }] : [],
  );
  const routes = features.flatMap((feature) =>
    (feature.routes ?? []).map(({ method, path }) => ({ method, path })),
  );
  const names = features.map(({ name }) => name).sort();
  return {
    names,
    routes,
    pages,
    parts,
    liveParts,
    compilers,
    grantsTokens: grantTokens(features),
    describesWeek: features.some(({ describeWeek }) => describeWeek !== undefined),
    messages: readFeatureMessages(features),
  };
}

/** The commands of these features by name. Throws if two features declare the same name. */
export function collectCommands(features: readonly Feature[]): Readonly<Record<string, CommandEntry>> {
  const commandsByName: Record<string, CommandEntry> = {};
  for (const { name: feature, commands = {} } of features) {
    for (const [name, entry] of Object.entries(commands)) {
      if (Object.hasOwn(commandsByName, name))
        throw new Error(`The feature ${feature} declares the command ${name} a second time.`);
      commandsByName[name] = entry;
    }
  }
  return commandsByName;
}

/** Says that something needs a feature that isn't there. `what`: a setting or a command as it was written. */
export function describeFeatureOff(what: string, feature: string): string {
  return `${what} needs the feature "${feature}", which FEATURES_OFF switches off.`;
}
