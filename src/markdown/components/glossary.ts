import path from 'node:path';
import { load as parseYaml } from 'js-yaml';
import { foldCase } from '../../shared/canonical-text.ts';
import { describeReason } from '../../shared/reason.ts';
import { type FileScope, isRefused, lookUp } from '../compilation.ts';

/** Explanations in Markdown, by the term. */
export interface Glossary {
  /** The explanation of a term, in whatever case it is written. */
  find(term: string): string | undefined;
  terms: readonly (readonly [term: string, explanation: string])[];
  /** Why the terms of the file can't be used. */
  problem?: string;
}

const NAMES = ['glossary.yaml', 'glossary.yml', 'glossary.json'];

/**
 * Reads the first glossary: of the folder of the document's version and language, else of the docs folder, else of the
 * site folder.
 */
export function readGlossary({ compilation }: FileScope): Glossary {
  const { context, document } = compilation;
  const docsFolders = [...(context.listContentDirs?.(document.set ?? '') ?? []), ''];
  const folders = [...docsFolders.map((folder) => path.join(context.docsDir, folder)), context.siteDir];
  for (const folder of new Set(folders))
    for (const name of NAMES) {
      const storedFile = lookUp(compilation, path.join(folder, name), 'publish');
      if (storedFile && !isRefused(storedFile)) return parseGlossary(storedFile, name);
    }
  return createGlossary([]);
}

const glossaries = new WeakMap<object, Glossary>();

/** Parses a stored file once. */
function parseGlossary(file: { bytes: Buffer }, name: string): Glossary {
  const parsedBefore = glossaries.get(file);
  if (parsedBefore) return parsedBefore;
  const glossary = parseTerms(file.bytes.toString('utf8'), name);
  glossaries.set(file, glossary);
  return glossary;
}

function parseTerms(text: string, name: string): Glossary {
  let content: unknown;
  try {
    content = parseYaml(text);
  } catch (error) {
    return { ...createGlossary([]), problem: `${name} can't be read: ${describeReason(error)}` };
  }
  const entries = typeof content === 'object' && content !== null ? Object.entries(content) : [];
  const terms = entries.flatMap(([term, explanation]): [string, string][] =>
    typeof explanation === 'string' ? [[term, explanation.trim()]] : [],
  );
  const isComplete = terms.length > 0 && terms.length === entries.length && !Array.isArray(content);
  if (isComplete) return createGlossary(terms);
  return {
    ...createGlossary(terms),
    problem: `${name} needs a text for each term: \`release: A build of the site.\``,
  };
}

function createGlossary(terms: Glossary['terms']): Glossary {
  const explanations = new Map(terms.map(([term, explanation]) => [foldCase(term), explanation]));
  return { terms, find: (term) => explanations.get(foldCase(term)) };
}
