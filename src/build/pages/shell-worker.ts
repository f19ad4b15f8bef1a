import { workerData } from 'node:worker_threads';
import { answerJobs } from '../work/answer-jobs.ts';
import { loadRenderer, renderShell, type ShellJob } from './renderer.ts';

export interface ShellSetup {
  rendererModule: string;
}

// Started by `shellMetadata` with this and nothing else.
const { rendererModule } = workerData as ShellSetup;
const renderer = await loadRenderer(rendererModule);

answerJobs((job: ShellJob) => renderShell(renderer, job));
