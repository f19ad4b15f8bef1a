import { hash } from 'node:crypto';
import { workerData } from 'node:worker_threads';
import type { RenderContext, StandaloneContext } from '../../ui/page-data.ts';
import { answerJobs } from '../work/answer-jobs.ts';
import { loadRenderer } from './load-renderer.ts';
import type { ShellFacts } from './shell-facts.ts';

export interface ShellSetup {
  rendererModule: string;
}

export interface ShellJob {
  /** The `pages/*.tsx`. */
  files: string[];
  context: RenderContext;
  standalone: StandaloneContext;
}

// Started by `shellFacts` with this and nothing else.
const { rendererModule } = workerData as ShellSetup;
const renderer = await loadRenderer(rendererModule);

answerJobs(
  ({ files, context, standalone }: ShellJob): ShellFacts => ({
    standalone: Object.fromEntries(files.map((file) => [file, renderer.renderStandalone(file, standalone)])),
    templates: renderer.renderTemplates(context),
    scriptHashes: renderer.inlineScripts.map(policyHash),
    styleHashes: renderer.inlineStyles(context).map(policyHash),
  }),
);

function policyHash(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}
