import { answerJobs } from '../work/answer-jobs.ts';
import { loadRenderer, renderShell, type ShellJob } from './renderer.ts';

export interface ShellSetup {
  rendererModule: string;
}

answerJobs(async ({ rendererModule }: ShellSetup) => {
  const renderer = await loadRenderer(rendererModule);
  return (job: ShellJob) => renderShell(renderer, job);
});
