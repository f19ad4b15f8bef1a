import path from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { createCompiler } from '../../markdown/compiler.ts';
import { pathFrom } from '../../shared/file-paths.ts';
import { runAsSite, takeStrayErrors } from '../../shared/site-process.ts';
import { loadComponents } from '../components/load-components.ts';
import { loadRenderer } from '../pages/renderer.ts';
import { answerJobs } from '../work/answer-jobs.ts';
import type { CompileResult } from './compile-context.ts';
import { compileContext, compileDocument } from './compile-context.ts';
import type { CompileJob, CompilerSetup } from './compile-documents.ts';
import { KnownSamples } from './known-samples.ts';
import { loadSettings } from './load-settings.ts';
import { loadSections } from './site-sections.ts';
import { strayProblem } from './stray-problem.ts';

answerJobs(async (setup: CompilerSetup) => {
  const { rendererModule } = setup;
  const renderer = rendererModule === undefined ? undefined : await loadRenderer(rendererModule);
  // Without a bundle nothing is published; the articles are compiled for the sake of their problems.
  const renderLive = renderer?.renderLive ?? (() => '');
  const { partsDir } = setup;
  const [components, markdown, code] = await runAsSite(partsDir, () =>
    Promise.all([
      loadSections(setup.sections),
      loadSettings(setup.markdown),
      loadComponents(setup.components),
    ]),
  );
  const known = new KnownSamples(setup.codeKey);
  const { highlight } = known;
  const own = { components, markdown, highlight, ...code };
  const compiler = createCompiler(compileContext(setup, own, renderLive));
  return async ({ document, samples }: CompileJob): Promise<CompileResult> => {
    known.begin(samples);
    const shown = pathFrom(setup.siteDir, path.join(setup.docsDir, document.file));
    const compiled = await runAsSite(
      partsDir,
      () => compileDocument(compiler, document, setup.docsDir, setup.siteDir),
      shown,
    );
    await lateErrors();
    const strayErrors = takeStrayErrors(partsDir);
    compiled.article.problems.push(
      ...strayErrors.map(({ error, about = shown }) => strayProblem(error, partsDir, about)),
    );
    return { ...compiled, samples: known.used };
  };
});

/** Of a thread, in all its documents: a plugin may leave timers behind that run for minutes. */
const PATIENCE_WITH_TIMERS_MS = 1_000;
const TIMER_MS = 20;
let waitedMs = 0;

/** Lets promises fail that nothing waits for, and timers that are due at once. */
async function lateErrors(): Promise<void> {
  await setImmediate();
  if (waitedMs >= PATIENCE_WITH_TIMERS_MS || !process.getActiveResourcesInfo().includes('Timeout')) return;
  waitedMs += TIMER_MS;
  await setTimeout(TIMER_MS);
}
