import { setTimeout as after } from 'node:timers/promises';
import { languageCacheFile } from '../build/folders.ts';
import { createThreadEnvironment } from '../build/work/threads.ts';
import { SEARCH_CONNECT_TIMEOUT_MS } from '../config/constants.ts';
import { createCurrentEngine } from '../search/engine/current-engine.ts';
import { openEmbeddedEngine } from '../search/engine/embedded.ts';
import type { SearchEngine } from '../search/engine/engine.ts';
import { DAY_MS } from '../shared/duration.ts';
import { reasonOf } from '../shared/reason.ts';
import { TaskThread } from '../shared/task-thread.ts';
import type { PreviewLanguages } from './preview-languages.ts';
import type { SnapshotJob, SnapshotLanguage, SnapshotSetup } from './site-snapshot-worker.ts';

/** What takes every document: search, and the whole manual as one text. */
interface SiteSnapshot {
  /** Finds what the folder says at the moment of the query, in the languages that are open. */
  engine: SearchEngine;
  /** Empty while there is nothing that could be shown. */
  manual(): Promise<string>;
  /** Some file was written, made or removed. */
  changed(): void;
  close(): Promise<void>;
}

/** Below the time that the dialog gives an answer to begin. Where an index takes longer, the last one answers. */
const PATIENCE_MS = SEARCH_CONNECT_TIMEOUT_MS * 0.7;

/**
 * Made in a thread of its own: once at the start, so that the first query finds an index, and from then on when
 * it is asked for after a change, so that saving costs nothing. `indexDir`: where search indexes go.
 */
export function createSiteSnapshot(preview: PreviewLanguages, indexDir: string): SiteSnapshot {
  const current = createCurrentEngine();
  const { MARKDOWN_FORMAT, BROKEN_LINKS, BROKEN_DOCUMENTS } = preview.main.site.environment;
  const environment = { MARKDOWN_FORMAT, BROKEN_LINKS, BROKEN_DOCUMENTS };
  const thread = new TaskThread<SnapshotJob, string>({
    script: new URL('./site-snapshot-worker.ts', import.meta.url),
    setup: { indexDir, environment } satisfies SnapshotSetup,
    // Its compiler stays warm as long as somebody writes.
    idleMs: DAY_MS,
    env: createThreadEnvironment(),
  });
  let last: Promise<unknown> = Promise.resolve();
  let searchable = false;

  /** One thing after the other: they share caches and compilers, and each index takes the last one's place. */
  function next<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  }

  async function ask(make: SnapshotJob['make']): Promise<string | undefined> {
    const languages = preview.opened.flatMap(({ site }): SnapshotLanguage[] => {
      const { state, folders, locale } = site;
      if (!state) return [];
      const { sections, markdown, facts, sources, ui } = state;
      const { name, tagline, texts, search, code, markdownFormat, groups, connect, openApi } = state.config;
      const { rendererModule, hash } = ui.bundle;
      return [
        {
          site: sources.site,
          config: { name, tagline, texts, search, code, markdownFormat, groups, connect, openApi },
          folders,
          cacheFile: languageCacheFile(folders, locale),
          sections,
          markdown,
          components: ui.components,
          facts,
          ui: { rendererModule, hash },
        },
      ];
    });
    const [main] = languages;
    if (!main) return undefined;
    return thread.ask({ make, languages: make === 'manual' ? [main] : languages });
  }

  async function indexNow(): Promise<void> {
    const file = await ask('index');
    if (file === undefined) return;
    current.replace(await openEmbeddedEngine({ file, threads: 1 }));
    searchable = true;
  }

  let index: Promise<void> | undefined = next(indexNow);
  // Whoever searches is told of it.
  index.catch(() => {});

  return {
    engine: {
      async search(requests, source) {
        index ??= next(indexNow);
        const indexed = index;
        try {
          await (searchable
            ? Promise.race([indexed, after(PATIENCE_MS, undefined, { ref: false })])
            : indexed);
        } catch (error) {
          if (index === indexed) index = undefined;
          return { outcome: 'unavailable', reason: reasonOf(error) };
        }
        return current.search(requests, source);
      },
      close: current.close,
    },
    manual: async () => (await next(() => ask('manual'))) ?? '',
    changed() {
      index = undefined;
    },
    async close() {
      await thread.close();
      await current.close();
    },
  };
}
