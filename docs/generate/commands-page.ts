import { commands } from '../../src/cli/commands.ts';
import { engineFeatures } from '../../src/features/index.ts';
import { formatCode, GENERATED, writeMarkdownTable } from './tables.ts';

/** Text that `--help` prints below the help of every command. */
const COMMON_OPTIONS = /\n\n(Common options:[\s\S]*)$/;

export async function writeCommandsPage(): Promise<string> {
  const helps = await Promise.all(
    Object.entries(commands).map(async ([name, entry]) => {
      const { command } = await entry.load();
      const answer = await command.answer(name, ['--help'], engineFeatures);
      return { name, help: (answer?.out ?? '').trim() };
    }),
  );
  const [, common = ''] = COMMON_OPTIONS.exec(helps[0]?.help ?? '') ?? [];
  const rows = Object.entries(commands).map(([name, { about }]) => [
    `[${formatCode(name)}](#${name})`,
    formatCode(name === 'start' ? 'npm start' : `npm run ${name}`),
    about,
  ]);
  const sections = helps.map(
    ({ name, help }) => `## ${name}\n\n\`\`\`text\n${help.replace(COMMON_OPTIONS, '')}\n\`\`\``,
  );
  return `---
title: Commands
description: Every command of gatehouse with its options, as --help prints them.
sidebar_position: 4
toc_max_heading_level: 2
---

${GENERATED}

Run a command as \`gatehouse <command>\` where the package is installed, or as \`npm run <command> -- <options>\` in a clone of the repository. Commands read the [environment variables](environment.md), end with exit code 0 if they succeed, 1 if they fail and 2 if they were called wrongly, and refuse unknown options.

${writeMarkdownTable(['Command', 'In a clone', 'What it does'], rows)}

Every command has these options:

\`\`\`text
${common}
\`\`\`

${sections.join('\n\n')}
`;
}
