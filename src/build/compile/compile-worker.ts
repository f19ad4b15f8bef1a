import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { workerData } from 'node:worker_threads';
import type { Article } from '../../markdown/article.ts';
import { createCompiler } from '../../markdown/compiler.ts';
import type { DocumentToCompile } from '../../markdown/context.ts';
import { loadRenderer } from '../render/load-renderer.ts';
import { answerJobs } from '../work/answer-jobs.ts';
import { type CompileSetup, compileContext } from './compile-context.ts';

export interface CompileResult {
  file: string;
  /** SHA-256 (hex) of what was compiled: the file may have changed since the Site was read. */
  bytesHash: string;
  article: Article;
}

// Started by `compileDocuments` with this and nothing else.
const setup = workerData as CompileSetup;
const renderer = setup.rendererModule === undefined ? undefined : await loadRenderer(setup.rendererModule);
// Without a bundle nothing is published; the articles are compiled for the sake of their problems.
const renderLive = renderer?.renderLive ?? (() => '');
const compiler = createCompiler(compileContext(setup, renderLive));

answerJobs(async (document: DocumentToCompile): Promise<CompileResult> => {
  const bytes = readFileSync(path.join(setup.docsDir, document.file));
  const article = await compiler.compile(
    document,
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
  );
  return { file: document.file, bytesHash: hash('sha256', bytes), article };
});
