import path from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { loadComponents } from '../../docusaurus/components/load-components.ts';
import { createCompiler } from '../../markdown/compiler.ts';
import { formatPathFrom } from '../../shared/file-paths.ts';
import { runAsSite, takeStrayErrors } from '../../shared/site-process.ts';
import { loadRenderer } from '../pages/renderer.ts';
import { answerJobs } from '../work/answer-jobs.ts';
import type { CompileResult } from './compile-context.ts';
import { compileDocument, createCompileContext } from './compile-context.ts';
import type { CompileJob, CompilerSetup } from './compile-documents.ts';
import { collectModuleFacts, createSiteAnswers } from './compile-setup.ts';
import { SampleCache } from './known-samples.ts';
import { loadExtensions } from './load-extensions.ts';
import { loadSettings } from './load-settings.ts';
import { loadSections } from './site-sections.ts';
import { describeStrayError } from './stray-problem.ts';

answerJobs(async (setup: CompilerSetup) => {
  const { rendererModule } = setup;
  const renderer = rendererModule === undefined ? undefined : await loadRenderer(rendererModule);
  // Without a bundle nothing is published, and articles are compiled only to report their problems.
  const renderLive = renderer?.renderLive ?? (() => '');
  const { partsDir } = setup;
  const [components, markdown, code, extensions] = await runAsSite(partsDir, () =>
    Promise.all([
      loadSections(setup.sections),
      loadSettings(setup.markdown),
      loadComponents(setup.components, () =>
        collectModuleFacts(createSiteAnswers(setup.site, setup, setup), setup.components),
      ),
      loadExtensions(setup.compilers),
    ]),
  );
  const sampleCache = new SampleCache(setup.codeKey);
  const { highlight } = sampleCache;
  const threadCode = { components, markdown, highlight, extensions, ...code };
  const compiler = createCompiler(createCompileContext(setup, threadCode, renderLive));
  return async ({ document, samples }: CompileJob): Promise<CompileResult> => {
    sampleCache.startDocument(samples);
    const relativeFile = formatPathFrom(setup.siteDir, path.join(setup.docsDir, document.file));
    const compileResult = await runAsSite(
      partsDir,
      () => compileDocument(compiler, document, setup.docsDir, setup.siteDir),
      relativeFile,
    );
    await waitForLateErrors();
    const strayErrors = takeStrayErrors(partsDir);
    compileResult.article.problems.push(
      ...strayErrors.map(({ error, about = relativeFile }) => describeStrayError(error, partsDir, about)),
    );
    return { ...compileResult, samples: sampleCache.used };
  };
});

/** Limit for all documents of a thread together: a plugin may leave timers that run for minutes. */
const PATIENCE_WITH_TIMERS_MS = 1_000;
const TIMER_MS = 20;
let waitedMs = 0;

/** Waits for promises that are rejected without a handler, and for timers that are due at once. */
async function waitForLateErrors(): Promise<void> {
  await setImmediate();
  if (waitedMs >= PATIENCE_WITH_TIMERS_MS || !process.getActiveResourcesInfo().includes('Timeout')) return;
  waitedMs += TIMER_MS;
  await setTimeout(TIMER_MS);
}
