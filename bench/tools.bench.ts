import path from 'node:path';
import { openToolsSite } from '../testing/mcp.ts';
import { askThroughTools } from '../testing/tool-questions.ts';
import type { Bench } from './bench.ts';
import { projectDir } from './support/measured-run.ts';
import { buildOwnSite } from './support/own-site.ts';

/** Measures how much text an assistant reads to answer a question, and how long it waits. */
export const toolsBench: Bench = {
  name: 'tools',
  about: 'Questions of readers, answered through the tools of /mcp by following search and reading',
  async run({ folder, say }) {
    const dist = path.join(folder(), 'dist');
    say('building');
    await buildOwnSite(dist);
    const site = await openToolsSite({ DOCS_DIR: path.join(projectDir, 'site/docs'), DIST_DIR: dist });
    try {
      const client = await site.connect((await site.token()).secret);
      // The first search opens the index.
      await askThroughTools(client);
      say('asking');
      const startedAt = performance.now();
      const { questions, missed, calls, bytes } = await askThroughTools(client);
      const milliseconds = performance.now() - startedAt;
      for (const question of missed) say(`missed: ${question}`);
      return [
        { what: `of ${questions} questions, answered`, value: questions - missed.length, unit: '' },
        { what: 'calls for a question', value: calls / questions, unit: '' },
        { what: 'read for a question', value: bytes / questions / 1_000, unit: 'kB' },
        { what: 'time of a call', value: milliseconds / calls, unit: 'ms' },
      ];
    } finally {
      await site.close();
    }
  },
};
