import { createCompiler } from '../../markdown/compiler.ts';
import type { DocumentToCompile } from '../../markdown/context.ts';
import { loadComponents } from '../components/load-components.ts';
import { loadRenderer } from '../pages/renderer.ts';
import { answerJobs } from '../work/answer-jobs.ts';
import { compileContext, compileDocument } from './compile-context.ts';
import type { CompileSetup } from './compile-setup.ts';
import { loadSettings } from './site-markdown.ts';
import { loadSections } from './site-sections.ts';

answerJobs(async (setup: CompileSetup) => {
  const { rendererModule } = setup;
  const renderer = rendererModule === undefined ? undefined : await loadRenderer(rendererModule);
  // Without a bundle nothing is published; the articles are compiled for the sake of their problems.
  const renderLive = renderer?.renderLive ?? (() => '');
  const [components, markdown, code] = await Promise.all([
    loadSections(setup.sections),
    loadSettings(setup.markdown),
    loadComponents(setup.components),
  ]);
  const compiler = createCompiler(compileContext(setup, { components, markdown, ...code }, renderLive));
  return (document: DocumentToCompile) => compileDocument(compiler, document, setup.docsDir);
});
