import { answerJobs } from '../work/answer-jobs.ts';
import { loadRenderer, renderShell, type ShellJob } from './renderer.ts';

answerJobs(async ({ rendererModule }: { rendererModule: string }) => {
  const renderer = await loadRenderer(rendererModule);
  return (job: ShellJob) => renderShell(renderer, job);
});
