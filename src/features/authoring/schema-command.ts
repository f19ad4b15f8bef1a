import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkSiteFolder } from '../../build/folders.ts';
import {
  defineCommand,
  fail,
  failWith,
  type ParsedArguments,
  rejectSubcommand,
  rejectSurplus,
  succeed,
} from '../../command/define-command.ts';
import { formatJson } from '../../command/terminal-text.ts';
import { createBoundary } from '../../config/site-boundary.ts';
import { findSiteFolder } from '../../config/site-folder.ts';
import { displayPath } from '../../shared/file-paths.ts';
import { explainRefusal, findRefusalToWrite } from '../../shared/site-boundary.ts';
import { editorSchemas } from './schemas.ts';

type SchemaName = keyof typeof editorSchemas;
type SchemaInput = { print: SchemaName } | 'write';

const schemaNames = Object.keys(editorSchemas);

export const command = defineCommand({
  help: `Prints or writes JSON schemas for editors and linters: of the front matter of documents and blog posts, and of
_category_ files. They are generated from the schemas that the build uses.

  {call} front-matter | post | category
      Print one schema.
  {call} --write
      Write all schemas to .vscode/ in the site folder, with settings if there are none. The documentation explains
      them in "Check front matter in your editor".

Exit code: 0 done, 1 failed, 2 wrong arguments.`,
  options: { write: { type: 'boolean' } },
  parse: ([name, ...surplus], { write = false }): ParsedArguments<SchemaInput> => {
    const misuse = rejectSurplus(surplus);
    if (misuse) return misuse;
    if (write)
      return name === undefined
        ? { input: 'write' }
        : { misuse: `--write writes all schemas. Leave out "${name}".` };
    return name !== undefined && isSchemaName(name)
      ? { input: { print: name } }
      : rejectSubcommand(name, [...schemaNames, '--write']);
  },
  run: async (input, environment) => {
    if (input !== 'write') return succeed(formatJson(editorSchemas[input.print]()));
    const siteDir = findSiteFolder(environment, process.cwd());
    const folderProblems = checkSiteFolder({ siteDir });
    if (folderProblems.length > 0) return failWith(folderProblems);
    const folder = path.join(siteDir, '.vscode');
    const boundary = createBoundary(siteDir, environment, process.cwd());
    const fileNames = [...schemaNames.map((name) => `${name}.schema.json`), 'settings.json'];
    for (const file of fileNames.map((name) => path.join(folder, name))) {
      const refusal = findRefusalToWrite(boundary, file);
      // `.vscode` counts as hidden because of its dot. Only a symbolic link out of the site is a reason to stop.
      if (refusal !== undefined && refusal !== 'hidden')
        return fail(explainRefusal(refusal, displayPath(file), file));
    }
    mkdirSync(folder, { recursive: true });
    const schemaFiles = Object.entries(editorSchemas).map(([name, schema]) =>
      writeJson(path.join(folder, `${name}.schema.json`), schema()),
    );
    const settings = path.join(folder, 'settings.json');
    const lines = schemaFiles.map((file) => `Wrote ${file}`);
    if (!existsSync(settings))
      return succeed([...lines, `Wrote ${writeJson(settings, editorSettings)}`].join('\n'));
    return succeed(
      [...lines, `Add this to ${displayPath(settings)}:`, formatJson(editorSettings)].join('\n'),
    );
  },
});

const editorSettings = {
  'json.schemas': [{ fileMatch: ['_category_.json'], url: './.vscode/category.schema.json' }],
  'yaml.schemas': { './.vscode/category.schema.json': ['_category_.yml', '_category_.yaml'] },
};

function isSchemaName(name: string): name is SchemaName {
  return Object.hasOwn(editorSchemas, name);
}

/** Returns the path of the file for a message. */
function writeJson(file: string, value: object): string {
  writeFileSync(file, `${formatJson(value)}\n`);
  return displayPath(file);
}
