import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { LoadedCode } from '../../docusaurus/components/load-components.ts';
import type { Article } from '../../markdown/article.ts';
import type { Compiler } from '../../markdown/compiler.ts';
import type { CompileContext, DocumentToCompile } from '../../markdown/context.ts';
import { listExtensionParts } from '../../markdown/extensions.ts';
import { isReadable } from '../../shared/folder-tree.ts';
import { liveParts } from '../../ui/live/parts.ts';
import { listSiteLiveParts } from '../bundle/site-live-parts.ts';
import { type CompileSetup, createSiteAnswers } from './compile-setup.ts';
import type { Samples } from './known-samples.ts';
import { checkArticle } from './self-check.ts';

export function createCompileContext(
  setup: Omit<CompileSetup, 'sections' | 'markdown' | 'rendererModule'>,
  threadCode: Pick<CompileContext, 'components' | 'markdown' | 'highlight' | 'extensions'> & LoadedCode,
  renderLive: CompileContext['renderLive'],
): CompileContext {
  const { site, partsDir, compilers: _, components, facts, ...shared } = setup;
  return {
    ...shared,
    liveParts: [
      ...listExtensionParts(threadCode.extensions ?? []),
      ...liveParts,
      ...listSiteLiveParts(partsDir),
    ],
    ...createSiteAnswers(site, setup, { components, facts, texts: shared.texts }),
    ...threadCode,
    renderLive,
  };
}

export interface CompileResult {
  file: string;
  /** SHA-256 (hex) of what was compiled. The file may have changed since the Site was read. */
  bytesHash: string;
  article: Article;
  /** Highlighted code of the document, to be stored for its next compilation. */
  samples?: Samples;
}

/** Compiles the current content of the file. */
export async function compileDocument(
  compiler: Compiler,
  document: DocumentToCompile,
  docsDir: string,
  docsHome: string,
): Promise<CompileResult> {
  const file = path.join(docsDir, document.file);
  // `checkFiles` reports files that can't be read.
  const bytes = isReadable(file) ? readFileSync(file) : Buffer.of();
  const source = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const article = await compiler.compile(document, source);
  const checkResult = checkArticle(article, document, docsHome, file);
  return { file: document.file, bytesHash: hash('sha256', bytes), article: checkResult };
}
