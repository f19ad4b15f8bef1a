import path from 'node:path';
import type { Problem } from 'gatehouse/checks';
import { decodeUrl, splitUrl } from 'gatehouse/checks';
import type { ArticleSource, ComponentUse } from '../article-source.ts';
import { componentUse, type DocumentedNames, namesIn, namesInSample } from '../documented-names.ts';
import { problemAt } from '../problems.ts';

/**
 * What a page names in its text or calls in a sample, be it a function, a member, an endpoint or a
 * permission key, it links to once: with a link of its own, or by a component that does.
 */
export function checkLinkedNames(article: ArticleSource, documented: DocumentedNames): Problem[] {
  const { file, links, components } = article;
  const linked = new Set(links.map(({ url }) => targetOf(url, file)));
  const shown = new Set(components.flatMap(usesOf));
  return firstUses(article).flatMap(([name, line]) => {
    const meant = documented.get(name) ?? [];
    if (meant.some(({ target, uses }) => linked.has(target) || [...uses].some((use) => shown.has(use))))
      return [];
    const [first] = meant;
    if (!first) return [];
    const message = `\`${name}\` is linked nowhere on this page: link it to ${first.target}.`;
    return [problemAt('linked-name', { file, line }, message)];
  });
}

/** Each name with the first line that has it. */
function firstUses({ codes, samples }: ArticleSource): [name: string, line: number][] {
  const called = samples
    .filter(({ language, title }) => ['php', 'js', 'javascript'].includes(language) && title !== 'Signature')
    .flatMap(({ code, line }) => code.split('\n').map((text, index) => ({ text, line: line + index })))
    .flatMap(({ text, line }) => namesInSample(text).map((name) => ({ name, line })));
  const named = codes.flatMap(({ text, line }) => namesIn(text).map((name) => ({ name, line })));
  const lines = new Map<string, number>();
  for (const { name, line } of [...named, ...called]) if (!lines.has(name)) lines.set(name, line);
  return [...lines];
}

/** `LuranaBPA/…#heading`, as the data names a section. */
function targetOf(url: string, file: string): string {
  const { path: written, hash } = splitUrl(url);
  const page = written === '' ? file : path.posix.join(path.posix.dirname(file), decodeUrl(written));
  return `${page.replace(/^docs\//, '').replace(/\.mdx?$/, '')}${hash}`;
}

/** What a component shows: each group, tag, name or control by itself. */
function usesOf({ name, attributes }: ComponentUse): string[] {
  const chosen = ['group', 'tag', 'name', 'id', 'control'].flatMap((attribute) =>
    (attributes[attribute]?.split(',') ?? []).map((value) => componentUse(name, attribute, value.trim())),
  );
  return chosen.length > 0 ? chosen : [componentUse(name)];
}
