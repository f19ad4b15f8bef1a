import type { CompileContext } from '../../markdown/context.ts';
import type { SiteComponents } from '../../markdown/site-components.ts';
import type { Site } from '../../model/site.ts';
import { liveParts } from '../../ui/live/parts.ts';
import { cardsForDoc } from '../page-data/cards.ts';
import type { SectionsModule } from './site-sections.ts';

/** What a compiler needs to know, as plain data for a worker. */
export interface CompileSetup
  extends Pick<CompileContext, 'docsDir' | 'siteDir' | 'staticDirs' | 'format' | 'brokenLinks' | 'texts'> {
  site: Site;
  sections: SectionsModule | undefined;
  /** See `UiBundle`; absent when there is no bundle because of problems. */
  rendererModule?: string;
}

/** The answers that the Site gives to a document while it is compiled. */
export function siteAnswers(site: Site): Pick<CompileContext, 'docPath' | 'cards'> {
  const paths = new Map(site.docs.map((doc) => [doc.file, doc.path]));
  const docs = new Map(site.docs.map((doc) => [doc.id, doc]));
  return {
    docPath: (file) => paths.get(file),
    cards: (docId) => cardsForDoc(site, docs, docId),
  };
}

export function compileContext(
  setup: Omit<CompileSetup, 'sections'>,
  components: SiteComponents,
  renderLive: CompileContext['renderLive'],
): CompileContext {
  const { docsDir, siteDir, staticDirs, format, brokenLinks, texts, site } = setup;
  return {
    docsDir,
    siteDir,
    staticDirs,
    format,
    brokenLinks,
    texts,
    components,
    liveParts,
    ...siteAnswers(site),
    renderLive,
  };
}
