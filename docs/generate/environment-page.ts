import { readEnvironment } from '../../src/config/environment.ts';
import { collectSettings } from '../../src/config/settings.ts';
import { engineFeatures } from '../../src/features/index.ts';
import { variableDescriptions, variableGroups } from './environment.ts';
import { escapeMarkdown, formatCode, GENERATED, writeMarkdownTable } from './tables.ts';

/** The folder has no `.env` file, so only the schema's defaults are read. */
const options = { features: engineFeatures, folder: import.meta.dirname };

export function writeEnvironmentPage(): string {
  const { environment } = readEnvironment({}, options);
  if (environment === undefined) throw new Error('The environment has no valid defaults.');
  const defaults: Readonly<Record<string, unknown>> = environment;
  const descriptions = { ...variableDescriptions, ...collectSettings(engineFeatures) };
  const groups = new Set([...variableGroups, ...Object.values(descriptions).map(({ group }) => group)]);
  const tables = [...groups].map((group) => {
    const rows = Object.entries(descriptions)
      .filter(([, variable]) => variable.group === group)
      .map(([name, { meaning, defaultIs }]) => [
        formatCode(name),
        describeRule(name),
        defaultIs ?? showDefault(defaults[name]),
        escapeMarkdown(meaning),
      ]);
    return `## ${group}\n\n${writeMarkdownTable(['Variable', 'Value', 'Default', 'Meaning'], rows)}`;
  });
  return `---
title: Environment variables
description: Every setting of the server and the commands, with its values and default.
sidebar_position: 3
toc_max_heading_level: 2
---

${GENERATED}

Environment variables configure the server and the commands. Set them in the environment of the process or in a file \`.env\` in the working folder; the environment wins. The name of the site, its groups and its look are in the [site configuration](configuration.md).

\`\`\`sh title=".env"
BASE_URL=https://docs.example.com
TRUST_PROXY=on
DATABASE_URL_FILE=/run/secrets/database-url
BACKUP_DIR=/var/backups/docs
\`\`\`

Every variable can also be given as \`NAME_FILE\`: the path of a file that holds the value. Use it for secrets. A wrong value, an unknown name in \`.env\` or a variable that has no use without another stops the start and lists every problem.

${tables.join('\n\n')}
`;
}

/** Values that the schema accepts, in its own words: it validates a value that only free text accepts. */
function describeRule(name: string): string {
  const { problems } = readEnvironment({ [name]: 'not valid!' }, options);
  const rules = (problems ?? []).flatMap(({ message }) => {
    const [, rule] = new RegExp(`^${name} must (?:be |have |name )?(.*)\\.$`).exec(message) ?? [];
    return rule === undefined ? [] : [rule.replace(/^one of /, '')];
  });
  const [rule = ''] = rules;
  return /^[a-z]+(?:, [a-z]+)+$/.test(rule)
    ? rule.split(', ').map(formatCode).join(', ')
    : escapeMarkdown(rule);
}

function showDefault(value: unknown): string {
  if (typeof value === 'boolean') return formatCode(value ? 'on' : 'off');
  const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
  return text === '' ? '' : formatCode(text);
}
