import { load as parseYaml } from 'js-yaml';
import type { Root } from 'mdast';
import { describeReason } from '../shared/reason.ts';
import { type Compilation, type FileScope, openScope } from './compilation.ts';
import { removeHead, showSource } from './incomplete.ts';
import { type MarkdownFile, settleMarkdown } from './markdown-file.ts';
import { explainSyntaxError } from './mdx/errors.ts';
import { findUsedComponents, reportUnknownComponents } from './mdx/unknown-components.ts';
import { drawGeneratedPage, isGeneratedPage } from './open-api.ts';
import { PluginFailure, reportPluginFailure } from './plugins/run-plugins.ts';
import { prepareSource } from './syntax/source.ts';
import { chooseFormat, getParser, type MarkdownFormat, type Parser, parseMarkdown } from './tree/parse.ts';
import { mayHaveParts } from './tree/part-nodes.ts';

/** At most this many syntax errors are reported per document. More are consequences of the first. */
const MISTAKES_MAX = 20;

/** Reads a Markdown file. Returns undefined after reporting everything that is wrong with it. */
export async function readMarkdownFile(
  compilation: Compilation,
  file: string,
  source: string,
  frontMatter: Record<string, unknown> = readFrontMatter(source),
): Promise<MarkdownFile | undefined> {
  const preprocessedSource = preprocess(compilation, file, source);
  if (preprocessedSource === undefined) return undefined;
  const preparedSource = prepareSource(preprocessedSource, compilation.settings.admonitions);
  const scope = openScope(compilation, file, preparedSource.toFileLine);
  const asText = compilation.leniency === 'text';
  if (!asText && isGeneratedPage(file, frontMatter)) {
    const tree = drawGeneratedPage(
      tryParse(preparedSource.text) ?? tryParse(removeMdx1(preparedSource.text)),
      source,
      frontMatter,
      scope,
    );
    return tree && settleMarkdown(tree, preparedSource, 'mdx', frontMatter, scope);
  }
  const format = asText ? 'md' : chooseFormat(file, frontMatter, compilation.context.format);
  const parser = await openParser(format, scope);
  if (!parser) return undefined;
  // If a file can't be parsed completely, it's uncertain where its `<Audience>` parts end.
  if (compilation.leniency && mayHaveParts(source)) return undefined;
  const text = asText ? removeHead(preparedSource.text) : preparedSource.text;
  const parsedFile = parseReporting(text, format, parser, scope);
  if (!parsedFile) return undefined;
  const settling = settleMarkdown(parsedFile.tree, preparedSource, format, frontMatter, scope);
  const settledTree = await settling.catch((error: unknown) => reportPluginFailure(error, scope));
  if (!settledTree) return undefined;
  if (compilation.leniency === 'source') showSource(settledTree);
  if (parsedFile.whole || compilation.leniency) return settledTree;
  reportUnknownComponents(settledTree, findUsedComponents(settledTree));
  return undefined;
}

/** Runs `markdown.preprocessor` of the configuration. Undefined after reporting that it failed. */
function preprocess(compilation: Compilation, file: string, source: string): string | undefined {
  const { preprocessor } = compilation.settings;
  if (!preprocessor) return source;
  try {
    const text: unknown = preprocessor({ filePath: file, fileContent: source });
    if (typeof text !== 'string') throw new Error('it returned no text');
    return text;
  } catch (error) {
    const failure = new PluginFailure('The function `markdown.preprocessor` in the configuration', error);
    return reportPluginFailure(
      failure,
      openScope(compilation, file, (line) => line),
    );
  }
}

async function openParser(format: MarkdownFormat, scope: FileScope): Promise<Parser | undefined> {
  try {
    return await getParser(format, scope.compilation.settings);
  } catch (error) {
    scope.report(
      'markdown-plugin',
      `A Markdown plugin in the configuration can't be used: ${describeReason(error)}`,
    );
    return undefined;
  }
}

/** Parses MDX. Undefined if it has errors. */
function tryParse(text: string): Root | undefined {
  try {
    return parseMarkdown(text, 'mdx');
  } catch {
    return undefined;
  }
}

/**
 * Early versions of `docusaurus-plugin-openapi-docs` wrote everything after the description as HTML in MDX 1, which MDX
 * no longer parses. It is drawn from the data instead, so it's blanked here. Text before and after it stays.
 */
function removeMdx1(text: string): string {
  return text.replace(/^<(?:details|div)\b[\s\S]*<\/(?:details|div)>[ \t]*$/m, (html) =>
    html.replace(/[^\n]/g, ' '),
  );
}

/**
 * Parses and reports errors. `whole` is false if errors were blanked out; then the tree is only used to find other
 * problems.
 */
function parseReporting(
  text: string,
  format: MarkdownFormat,
  parser: Parser,
  scope: FileScope,
): { tree: Root; whole: boolean } | undefined {
  let readableText = text;
  const seen = new Set<string>();
  for (let mistakes = 0; mistakes < MISTAKES_MAX; mistakes += 1) {
    try {
      return { tree: parseMarkdown(readableText, format, parser), whole: mistakes === 0 };
    } catch (error) {
      const { message, line, column, blank } = explainSyntaxError(error, readableText);
      const mistake = `${line}:${message}`;
      if (!seen.has(mistake)) scope.report('mdx-syntax', message, { line, column });
      seen.add(mistake);
      if (!blank) return undefined;
      const { start, end } = blank;
      readableText =
        readableText.slice(0, start) +
        readableText.slice(start, end).replace(/[^\n]/g, ' ') +
        readableText.slice(end);
    }
  }
  return undefined;
}

function readFrontMatter(source: string): Record<string, unknown> {
  const yaml = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---/.exec(source)?.[1];
  if (yaml === undefined) return {};
  try {
    const data: unknown = parseYaml(yaml);
    return typeof data === 'object' && data !== null ? { ...data } : {};
  } catch {
    // Only the format of a partial's front matter is used, so an error in it doesn't matter.
    return {};
  }
}
