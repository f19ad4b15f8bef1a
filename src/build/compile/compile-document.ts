import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Article } from '../../markdown/article.ts';
import type { Compiler } from '../../markdown/compiler.ts';
import type { DocumentToCompile } from '../../markdown/context.ts';

export interface CompileResult {
  file: string;
  /** SHA-256 (hex) of what was compiled: the file may have changed since the Site was read. */
  bytesHash: string;
  article: Article;
}

/** Compiles what the file says now. */
export async function compileDocument(
  compiler: Compiler,
  document: DocumentToCompile,
  docsDir: string,
): Promise<CompileResult> {
  const bytes = readFileSync(path.join(docsDir, document.file));
  const source = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const article = await compiler.compile(document, source);
  return { file: document.file, bytesHash: hash('sha256', bytes), article };
}
