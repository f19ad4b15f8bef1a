import { createCompiler } from '../../markdown/compiler.ts';
import { loadComponents } from '../components/load-components.ts';
import { loadRenderer } from '../pages/renderer.ts';
import { answerJobs } from '../work/answer-jobs.ts';
import type { CompileResult } from './compile-context.ts';
import { compileContext, compileDocument } from './compile-context.ts';
import type { CompileJob, CompilerSetup } from './compile-documents.ts';
import { KnownSamples } from './known-samples.ts';
import { loadSettings } from './load-settings.ts';
import { loadSections } from './site-sections.ts';

answerJobs(async (setup: CompilerSetup) => {
  const { rendererModule } = setup;
  const renderer = rendererModule === undefined ? undefined : await loadRenderer(rendererModule);
  // Without a bundle nothing is published; the articles are compiled for the sake of their problems.
  const renderLive = renderer?.renderLive ?? (() => '');
  const [components, markdown, code] = await Promise.all([
    loadSections(setup.sections),
    loadSettings(setup.markdown),
    loadComponents(setup.components),
  ]);
  const known = new KnownSamples(setup.codeKey);
  const { highlight } = known;
  const own = { components, markdown, highlight, ...code };
  const compiler = createCompiler(compileContext(setup, own, renderLive));
  return async ({ document, samples }: CompileJob): Promise<CompileResult> => {
    known.begin(samples);
    const compiled = await compileDocument(compiler, document, setup.docsDir, setup.siteDir);
    return { ...compiled, samples: known.used };
  };
});
