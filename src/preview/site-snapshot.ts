import { setTimeout as after } from 'node:timers/promises';
import { nameLanguageCacheFile } from '../build/folders.ts';
import { createThreadEnvironment } from '../build/work/threads.ts';
import { SEARCH_CONNECT_TIMEOUT_MS } from '../config/constants.ts';
import { createCurrentEngine } from '../search/engine/current-engine.ts';
import { openEmbeddedEngine } from '../search/engine/embedded.ts';
import type { SearchEngine } from '../search/engine/engine.ts';
import { DAY_MS } from '../shared/duration.ts';
import { describeReason } from '../shared/reason.ts';
import { TaskThread } from '../shared/task-thread.ts';
import type { PreviewLanguages } from './preview-languages.ts';
import type { SnapshotJob, SnapshotLanguage, SnapshotSetup } from './site-snapshot-worker.ts';

/** The features that need every document: search, and the whole manual as one text. */
interface SiteSnapshot {
  /** Searches the files as they are at the time of the query, in the open languages. */
  engine: SearchEngine;
  /** The text of the whole manual. Empty while the site can't be shown. */
  readManual(): Promise<string>;
  /** Call this when a file was written, created or removed. */
  markChanged(): void;
  close(): Promise<void>;
}

/** Below the time that the search dialog waits for an answer. If an index takes longer, the last one answers. */
const PATIENCE_MS = SEARCH_CONNECT_TIMEOUT_MS * 0.7;

/**
 * Creates the snapshot in a thread of its own: once at the start, so that the first query finds an index, and later when
 * it is needed after a change, so that saving costs nothing. `indexDir` is the folder for search indexes.
 */
export function createSiteSnapshot(preview: PreviewLanguages, indexDir: string): SiteSnapshot {
  const current = createCurrentEngine();
  const { MARKDOWN_FORMAT, BROKEN_LINKS, BROKEN_DOCUMENTS, features } = preview.main.site.environment;
  const environment = { MARKDOWN_FORMAT, BROKEN_LINKS, BROKEN_DOCUMENTS, ...(features && { features }) };
  const thread = new TaskThread<SnapshotJob, string>({
    script: new URL('./site-snapshot-worker.ts', import.meta.url),
    setup: { indexDir, environment } satisfies SnapshotSetup,
    // Keeps the compiler warm while someone writes.
    idleMs: DAY_MS,
    env: createThreadEnvironment(),
  });
  let last: Promise<unknown> = Promise.resolve();
  let isSearchable = false;

  /** Jobs run one after the other: they share caches and compilers, and each index replaces the last one. */
  function queueWork<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  }

  async function ask(make: SnapshotJob['make']): Promise<string | undefined> {
    const languages = preview.opened.flatMap(({ site }): SnapshotLanguage[] => {
      const { state, folders, locale } = site;
      if (!state) return [];
      const { sections, markdown, facts, sources, ui } = state;
      const { name, tagline, texts, search, code, markdownFormat, groups, connect, openApi, infima } =
        state.config;
      const { rendererModule, hash } = ui.bundle;
      return [
        {
          site: sources.site,
          config: { name, tagline, texts, search, code, markdownFormat, groups, connect, openApi, infima },
          folders,
          cacheFile: nameLanguageCacheFile(folders, locale),
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
    isSearchable = true;
  }

  let index: Promise<void> | undefined = queueWork(indexNow);
  // The next query reports the error.
  index.catch(() => {});

  return {
    engine: {
      async search(requests, source) {
        index ??= queueWork(indexNow);
        const indexed = index;
        try {
          await (isSearchable
            ? Promise.race([indexed, after(PATIENCE_MS, undefined, { ref: false })])
            : indexed);
        } catch (error) {
          if (index === indexed) index = undefined;
          return { outcome: 'unavailable', reason: describeReason(error) };
        }
        return current.search(requests, source);
      },
      close: current.close,
    },
    readManual: async () => (await queueWork(() => ask('manual'))) ?? '',
    markChanged() {
      index = undefined;
    },
    async close() {
      await thread.close();
      await current.close();
    },
  };
}
