import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { StoredViews } from '../build/publish/views-file.ts';
import { type Scope, scopeKey } from '../model/audience.ts';
import { atBasePath, markdownPath, pageFileUrl } from '../model/urls.ts';
import type { OpenViews, ReleaseViews } from '../server/release/views.ts';
import { readJson } from '../shared/json.ts';
import { addressesOf, languageView } from './language-view.ts';
import { MadeBodies } from './made-bodies.ts';
import { RenderProcess } from './render-process.ts';
import type { Whole } from './scope-articles.ts';
import { ScopeView } from './scope-view.ts';

/** A view of 2,000 pages takes some 4 MB: estimated by what is in it, as many views are kept as fit. */
const VIEWS_MAX_BYTES = 96 * 1024 * 1024;
const VIEWS_MIN = 8;

/** Opens what the build wrote for views: `ReleaseOptions.openViews`. */
export const openViews: OpenViews = async ({ folder, origin, site, renderers, entries }) => {
  const stored = storedViews(await readFile(site, 'utf8'));
  if (renderers.length !== stored.languages.length)
    throw new Error(`there are ${renderers.length} renderers for ${stored.languages.length} languages`);
  const everything = () => true;
  const view = stored.languages.map((language) =>
    languageView(language, stored, { sees: everything, isHidden: () => false }),
  );
  const pages = view.flatMap((language) => [...language.pages]);
  const rootPath = stored.languages[0]?.locale.rootPath ?? '/';
  const { articleStyles } = stored;
  const renderer = new RenderProcess({
    languages: stored.languages.map(({ ui: { assets } }, at) => ({
      renderer: renderers[at] ?? '',
      assets,
      articleStyles: articleStyles && atBasePath(articleStyles, rootPath),
      rootPath,
    })),
  });
  await renderer.start();
  const views = createViews({
    folder,
    origin: origin ?? stored.languages[0]?.config.url?.replace(/\/$/, ''),
    stored,
    renderer,
    entries,
    bodies: new MadeBodies(),
    view,
    pagesOfData: new Map(pages.map(([below, { path }]) => [pageFileUrl(path), below])),
    pagesOfMarkdown: new Map(pages.map(([below]) => [markdownPath(below), below])),
    addresses: new Set(stored.languages.flatMap((language) => addressesOf(language, everything))),
  });
  try {
    // What most readers see: a file that can't be planned from is found before it is served.
    views.viewFor({ kind: 'reader', groups: [] });
  } catch (error) {
    views.close();
    throw error;
  }
  return views;
};

const shape = z.looseObject({
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

function storedViews(text: string): StoredViews {
  const json = readJson(text);
  const { error } = shape.safeParse(json);
  if (error) throw new Error(z.prettifyError(error));
  // A build of the same format wrote the rest: its name was made from its content.
  return json as StoredViews;
}

function createViews(whole: Whole): ReleaseViews {
  const named = [
    ...[...whole.entries.values()].map(({ audience }) => audience),
    ...whole.stored.languages.flatMap(({ parts }) =>
      Object.values(parts).flatMap(({ audiences }) => audiences),
    ),
  ];
  const groups = new Set(named.flatMap((audience) => (typeof audience === 'string' ? [] : audience)));
  const kept = new Map<string, ScopeView>();
  let bytes = 0;
  const plain = (scope: Scope): Scope =>
    // The bar of a preview names all that were asked for.
    scope.kind === 'reader' && !scope.preview
      ? { ...scope, groups: scope.groups.filter((group) => groups.has(group)) }
      : scope;
  return {
    simplify: plain,
    findings: whole.stored.findings,
    close: () => whole.renderer.close(),
    viewFor(scope) {
      const seen = plain(scope);
      const key = scopeKey(seen);
      const known = kept.get(key);
      const view = known ?? new ScopeView(whole, seen);
      kept.delete(key);
      kept.set(key, view);
      if (known) return known;
      bytes += view.bytes;
      for (const [oldest, held] of kept) {
        if (bytes <= VIEWS_MAX_BYTES || kept.size <= VIEWS_MIN) break;
        kept.delete(oldest);
        bytes -= held.bytes;
      }
      return view;
    },
  };
}
