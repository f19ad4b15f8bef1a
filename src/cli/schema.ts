import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { editorSchemas } from '../authoring/schemas.ts';
import { createBoundary } from '../config/site-boundary.ts';
import { siteFolder } from '../config/site-folder.ts';
import { displayPath } from '../shared/file-paths.ts';
import { explainRefusal, refusalToWrite } from '../shared/site-boundary.ts';
import { defineCommand, done, failed, noSuchCommand, type Parsed } from './command.ts';

type Name = keyof typeof editorSchemas;
type Wanted = { print: Name } | 'write';

const names = Object.keys(editorSchemas).join(', ');

export const command = defineCommand({
  help: `JSON schemas of what authors write, for editors and linters: front matter of documents and of blog posts, and
_category_ files. They are made of the schemas that the build reads these by.

  {call} front-matter | post | category   print one
  {call} --write   put them into .vscode/ of the site folder, with settings where there are none; the documentation,
                    "Check front matter in your editor", says how an editor uses them

Exit code: 0 done, 2 misused.`,
  options: { write: { type: 'boolean' } },
  parse: ([name, ...more], { write = false }): Parsed<Wanted> => {
    if (more[0] !== undefined) return { fault: `Unexpected argument '${more[0]}'.` };
    if (write) return name === undefined ? { wanted: 'write' } : { fault: '--write writes all of them.' };
    if (name === undefined) return { fault: `Say which one: ${names}.` };
    return isName(name) ? { wanted: { print: name } } : noSuchCommand(name);
  },
  run: async (wanted, environment) => {
    if (wanted !== 'write') return done(JSON.stringify(editorSchemas[wanted.print](), null, 2));
    const siteDir = siteFolder(environment, process.cwd());
    const folder = path.join(siteDir, '.vscode');
    const boundary = createBoundary(siteDir, environment, process.cwd());
    const names = [...Object.keys(editorSchemas).map((name) => `${name}.schema.json`), 'settings.json'];
    for (const file of names.map((name) => path.join(folder, name))) {
      const refusal = refusalToWrite(boundary, file);
      // The folder's own name has a dot; only a link that leads out of the site is in the way.
      if (refusal !== undefined && refusal !== 'hidden')
        return failed(explainRefusal(refusal, displayPath(file), file));
    }
    mkdirSync(folder, { recursive: true });
    const written = Object.entries(editorSchemas).map(([name, schema]) =>
      write(path.join(folder, `${name}.schema.json`), schema()),
    );
    const settings = path.join(folder, 'settings.json');
    const lines = written.map((file) => `Written: ${file}`);
    if (!existsSync(settings))
      return done([...lines, `Written: ${write(settings, editorSettings)}`].join('\n'));
    return done(
      [...lines, `Add to ${displayPath(settings)}:`, JSON.stringify(editorSettings, null, 2)].join('\n'),
    );
  },
});

const editorSettings = {
  'json.schemas': [{ fileMatch: ['_category_.json'], url: './.vscode/category.schema.json' }],
  'yaml.schemas': { './.vscode/category.schema.json': ['_category_.yml', '_category_.yaml'] },
};

function isName(name: string): name is Name {
  return Object.hasOwn(editorSchemas, name);
}

function write(file: string, value: object): string {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
  return displayPath(file);
}
