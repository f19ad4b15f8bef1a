/**
 * `npm run api:report` writes `api/public.api.md`: every name that the package exports, with its type. A change of that
 * file is a change for everyone who imports `gatehouse/…`, so `tests/structure/public-api.test.ts` fails until the file
 * is written again, and a reviewer sees the difference.
 *
 * TypeScript writes the declarations. The report follows each export to its declaration, and each `extends` to the
 * interface that it names; other types appear by name only.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const engineDir = path.resolve(import.meta.dirname, '..');
export const publicApiFile = path.join(engineDir, 'api/public.api.md');

/** A name that a module exports: declared there, or in another module under another name. */
interface Export {
  name: string;
  from?: string;
}

interface Declarations {
  /** The text of each declaration of the module by its name, without comments. */
  byName: ReadonlyMap<string, string>;
  exports: ReadonlyMap<string, Export>;
  /** Names that it imports, for the interfaces that its own extend. */
  imports: ReadonlyMap<string, Export>;
}

/** The report of all entry points, as the file has it. */
export function describePublicApi(): string {
  const { exports: doors }: { exports: Record<string, { types: string }> } = JSON.parse(
    readFileSync(path.join(engineDir, 'package.json'), 'utf8'),
  );
  const folder = mkdtempSync(path.join(tmpdir(), 'public-api-'));
  try {
    const files = Object.values(doors).map(({ types }) => path.resolve(engineDir, types));
    emitDeclarations(files, folder);
    const modules = new ModuleReader();
    const sections = Object.entries(doors).map(([door, { types }]) => {
      const file = path.join(folder, path.relative('src', types)).replace(/\.tsx?$/, '.d.ts');
      return `## gatehouse${door.slice(1)}\n\n\`\`\`ts\n${describeDoor(modules, file)}\n\`\`\`\n`;
    });
    return `# Public API\n\nWritten by \`npm run api:report\`. Don’t edit it.\n\n${sections.join('\n')}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function emitDeclarations(files: readonly string[], outDir: string): void {
  const configFile = path.join(outDir, 'tsconfig.json');
  const types = ['node', 'vite/client'];
  const config = {
    extends: path.join(engineDir, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: path.join(engineDir, 'src'),
      typeRoots: [path.join(engineDir, 'node_modules/@types'), path.join(engineDir, 'node_modules')],
      types,
      outDir,
    },
    include: [],
    exclude: [],
    files: [...files, path.join(engineDir, 'src/ui/site-modules.d.ts')],
  };
  writeFileSync(configFile, JSON.stringify(config));
  const compiler = path.join(engineDir, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', configFile], { encoding: 'utf8' });
  // A module behind an entry point can have a type without a name. Only the entry points themselves must not.
  for (const file of files) {
    const relativePath = path.relative(path.join(engineDir, 'src'), file);
    if (!existsSync(path.join(outDir, relativePath.replace(/\.tsx?$/, '.d.ts'))))
      throw new Error(`TypeScript wrote no declarations for ${relativePath}:\n${stdout}`);
  }
}

function describeDoor(modules: ModuleReader, file: string): string {
  const { exports } = modules.read(file);
  /** Text by name, of exports and of the interfaces that they extend. */
  const texts = new Map<string, string>();
  const add = (name: string, at: Export, module: string) => {
    if (texts.has(name)) return;
    const declaration = modules.find(module, at);
    texts.set(name, declaration?.text ?? `export { ${at.name} } from '${at.from ?? '?'}';`);
    if (!declaration) return;
    for (const base of listExtended(declaration.text)) {
      const { byName, imports } = modules.read(declaration.module);
      const declaredAt = byName.has(base) ? { name: base } : imports.get(base);
      // Packages describe their own types.
      if (declaredAt && declaredAt.from?.startsWith('.') !== false) add(base, declaredAt, declaration.module);
    }
  };
  for (const [name, at] of exports) add(name, at, file);
  return [...texts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, text]) => text)
    .join('\n\n');
}

/** The names in the `extends` clause of an interface. */
function listExtended(text: string): string[] {
  const clause = /^(?:export )?(?:declare )?interface [^{]*? extends ([^{]*)\{/.exec(text)?.[1] ?? '';
  return clause.match(/\b[A-Z]\w+/g) ?? [];
}

/** Reads modules of declarations, each once. */
class ModuleReader {
  readonly #modules = new Map<string, Declarations>();

  read(file: string): Declarations {
    const cachedModule = this.#modules.get(file);
    if (cachedModule) return cachedModule;
    const declarations = parseDeclarations(readFileSync(file, 'utf8'));
    this.#modules.set(file, declarations);
    return declarations;
  }

  /** The text behind an export, and its module. Undefined for an export of a package. */
  find(file: string, { name, from }: Export): { text: string; module: string } | undefined {
    if (from !== undefined) {
      if (!from.startsWith('.')) return undefined;
      const module = path.resolve(path.dirname(file), from.replace(/\.tsx?$/, '.d.ts'));
      if (!existsSync(module)) return undefined;
      const { exports } = this.read(module);
      return this.find(module, exports.get(name) ?? { name });
    }
    const text = this.read(file).byName.get(name);
    return text === undefined ? undefined : { text, module: file };
  }
}

/** Reads declarations as TypeScript writes them: each statement begins at the start of a line. */
function parseDeclarations(source: string): Declarations {
  const byName = new Map<string, string>();
  const exports = new Map<string, Export>();
  const imports = new Map<string, Export>();
  const text = source.replace(/^[ \t]*\/\*\*?[\s\S]*?\*\/[ \t]*\n/gm, '');
  for (const part of text.split(/\n(?=(?:export|import|declare|interface|type|const)\b)/)) {
    const statement = part.trim();
    const list = /^(export|import) (?:type )?\{([^}]*)\}(?: from '([^']+)')?/.exec(statement);
    const declarationText =
      /^(export )?(?:declare )?(?:const|let|function|(?:abstract )?class|interface|type|enum) ([\w$]+)/.exec(
        statement,
      );
    if (list) {
      const [, kind, names = '', from] = list;
      for (const [name, original] of parseNames(names))
        (kind === 'export' ? exports : imports).set(name, { name: original, ...(from && { from }) });
    } else if (declarationText?.[2]) {
      const name = declarationText[2];
      byName.set(name, [byName.get(name), statement].filter(Boolean).join('\n'));
      if (declarationText[1]) exports.set(name, { name });
    }
  }
  return { byName, exports, imports };
}

/** `a, type b as c` as pairs of the new name and the original one. */
function parseNames(names: string): [name: string, original: string][] {
  return names.split(',').flatMap((entry): [string, string][] => {
    const [original = '', name = original] = entry
      .trim()
      .replace(/^type /, '')
      .split(' as ');
    return original === '' ? [] : [[name, original]];
  });
}

if (import.meta.main) {
  mkdirSync(path.dirname(publicApiFile), { recursive: true });
  writeFileSync(publicApiFile, describePublicApi());
  console.log(`Wrote ${path.relative(process.cwd(), publicApiFile)}.`);
}
