import { z } from 'zod';
import type { StoredViews } from '../build/publish/views-file.ts';
import { type Scope, scopeKey } from '../model/audience.ts';
import { buildMarkdownPath, buildPageFileUrl, joinBasePath } from '../model/urls.ts';
import type { OpenViews, ReleaseViews } from '../server/release/views.ts';
import { readJson } from '../shared/json.ts';
import { readRegularFile } from '../shared/regular-file.ts';
import { createLanguageView, listAddresses } from './language-view.ts';
import { BodyCache } from './made-bodies.ts';
import { RenderProcess } from './render-process.ts';
import type { ViewSources } from './scope-articles.ts';
import { ScopeView } from './scope-view.ts';

/** A view of 2,000 pages takes about 4 MB. As many views are kept as fit, by their estimated sizes. */
const VIEWS_MAX_BYTES = 96 * 1024 * 1024;
const VIEWS_MIN = 8;

/** Opens the files that the build wrote for views: see `ReleaseOptions.openViews`. */
export const openViews: OpenViews = async ({ folder, origin, site, renderers, entries }) => {
  const storedViews = parseStoredViews(String(await readRegularFile(site)));
  if (renderers.length !== storedViews.languages.length)
    throw new Error(`there are ${renderers.length} renderers for ${storedViews.languages.length} languages`);
  const acceptAll = () => true;
  const view = storedViews.languages.map((language) =>
    createLanguageView(language, storedViews, { sees: acceptAll, isHidden: () => false }),
  );
  const pages = view.flatMap((language) => [...language.pages]);
  const rootPath = storedViews.languages[0]?.locale.rootPath ?? '/';
  const { articleStyles } = storedViews;
  const renderer = new RenderProcess({
    languages: storedViews.languages.map(({ ui: { assets } }, index) => ({
      renderer: renderers[index] ?? '',
      assets,
      articleStyles: articleStyles && joinBasePath(articleStyles, rootPath),
      rootPath,
    })),
  });
  await renderer.start();
  const views = createViews({
    folder,
    origin: origin ?? storedViews.languages[0]?.config.url?.replace(/\/$/, ''),
    storedViews,
    renderer,
    entries,
    bodies: new BodyCache(),
    view,
    pagesOfData: new Map(pages.map(([below, { path }]) => [buildPageFileUrl(path), below])),
    pagesOfMarkdown: new Map(pages.map(([below]) => [buildMarkdownPath(below), below])),
    addresses: new Set(storedViews.languages.flatMap((language) => listAddresses(language, acceptAll))),
  });
  try {
    // The view of most readers is created at once, so that a damaged file is found before the release is served.
    views.findView({ kind: 'reader', groups: [] });
  } catch (error) {
    views.close();
    throw error;
  }
  return views;
};

const viewsSchema = z.looseObject({
  files: z.record(z.string(), z.array(z.looseObject({}))),
  findings: z.looseObject({ links: z.array(z.unknown()), neighbours: z.array(z.unknown()) }),
  languages: z
    .array(
      z.looseObject({
        ui: z.looseObject({ assets: z.looseObject({}) }),
        locale: z.looseObject({ rootPath: z.string() }),
        site: z.looseObject({ docs: z.array(z.looseObject({ path: z.string() })) }),
        config: z.looseObject({}),
        styles: z.looseObject({ components: z.string(), pages: z.record(z.string(), z.array(z.string())) }),
        parts: z.record(z.string(), z.looseObject({ audiences: z.array(z.unknown()) })),
      }),
    )
    .min(1),
});

function parseStoredViews(text: string): StoredViews {
  const json = readJson(text);
  const { error } = viewsSchema.safeParse(json);
  if (error) throw new Error(z.prettifyError(error));
  // The rest isn't validated: a build of the same format wrote it, and its name contains its hash.
  return json as StoredViews;
}

function createViews(whole: ViewSources): ReleaseViews {
  const audiences = [
    ...[...whole.entries.values()].map(({ audience }) => audience),
    ...whole.storedViews.languages.flatMap(({ parts }) =>
      Object.values(parts).flatMap(({ audiences }) => audiences),
    ),
  ];
  const groups = new Set(audiences.flatMap((audience) => (typeof audience === 'string' ? [] : audience)));
  const viewsByScope = new Map<string, ScopeView>();
  let bytes = 0;
  const simplifyScope = (scope: Scope): Scope =>
    // The preview bar lists all requested groups, so they are kept.
    scope.kind === 'reader' && !scope.preview
      ? { ...scope, groups: scope.groups.filter((group) => groups.has(group)) }
      : scope;
  return {
    simplify: simplifyScope,
    findings: whole.storedViews.findings,
    close: () => whole.renderer.close(),
    findView(scope) {
      const plainScope = simplifyScope(scope);
      const key = scopeKey(plainScope);
      const cachedView = viewsByScope.get(key);
      const view = cachedView ?? new ScopeView(whole, plainScope);
      viewsByScope.delete(key);
      viewsByScope.set(key, view);
      if (cachedView) return cachedView;
      bytes += view.bytes;
      for (const [oldest, oldestView] of viewsByScope) {
        if (bytes <= VIEWS_MAX_BYTES || viewsByScope.size <= VIEWS_MIN) break;
        viewsByScope.delete(oldest);
        bytes -= oldestView.bytes;
      }
      return view;
    },
  };
}
