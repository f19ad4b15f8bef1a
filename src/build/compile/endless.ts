import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createEmptyArticle } from '../../markdown/article.ts';
import type { DocumentToCompile } from '../../markdown/context.ts';
import { createCodeImport } from '../../markdown/mdx/code-imports.ts';
import { formatPathFrom } from '../../shared/file-paths.ts';
import type { Problem } from '../../shared/problem.ts';
import type { JobLimits } from '../work/watch-job.ts';
import type { CompileResult } from './compile-context.ts';
import type { CompileSetup } from './compile-setup.ts';

/** A document takes about 10 ms of processor time. If one takes this long, it has an endless loop. */
const CPU_MS = 30_000;
/** Documents don't wait for anything outside the build, so only code that would wait forever exceeds this limit. */
const SILENT_MS = 5 * 60_000;
/** Limits of the code that a document uses. */
export const documentLimits: JobLimits = { cpuMs: CPU_MS, silentMs: SILENT_MS };

type EndlessSetup = Pick<CompileSetup, 'docsDir' | 'siteDir' | 'lenient' | 'texts' | 'components'>;

/** Reports a document whose thread had to be terminated. */
export async function reportEndless(
  { file }: Pick<DocumentToCompile, 'file'>,
  setup: EndlessSetup,
): Promise<CompileResult> {
  const { docsDir, siteDir, lenient, texts } = setup;
  const fullPath = path.join(docsDir, file);
  const toSitePath = (of: string) => formatPathFrom(siteDir, of);
  const { line, used } = findImportedCode(fullPath, setup);
  const suspects = used.length === 0 ? '' : `, such as ${used.map(toSitePath).join(', ')}`;
  const message = `Code that this document uses ran for more than ${CPU_MS / 1000} seconds of processor time, waited for ${SILENT_MS / 60_000} minutes, used up all memory, or ended the process${suspects}. Look there for an endless loop or recursion, a promise that never settles, or process.exit. BROKEN_DOCUMENTS=warn publishes the other documents.`;
  const problem: Problem = { code: 'endless', severity: 'error', file: toSitePath(fullPath), line, message };
  const article = createEmptyArticle([problem], []);
  if (!lenient) return { file, bytesHash: '', article };
  // Rarely needed, and it loads an HTML writer.
  const { markIncomplete } = await import('../../markdown/incomplete.ts');
  return { file, bytesHash: '', article: markIncomplete(article, article.problems, texts) };
}

/** The site's code that the document imports, and the line of the first such import. */
function findImportedCode(
  file: string,
  { components: { aliases, modules } }: EndlessSetup,
): { line?: number; used: string[] } {
  const imports = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text, index) => {
      const [, specifier] = /^import\b.*?['"]([^'"]+)['"]/.exec(text) ?? [];
      const id = specifier === undefined ? undefined : createCodeImport(specifier, file, aliases).id;
      const name = id === undefined ? undefined : modules[id] && id.replace(/^npm:/, '');
      return name === undefined ? [] : [{ line: index + 1, name }];
    });
  const [first] = imports;
  return { ...(first && { line: first.line }), used: [...new Set(imports.map(({ name }) => name))] };
}
