import { existsSync } from 'node:fs';
import path from 'node:path';
import picomatch from 'picomatch';
import type { DocsOptions } from '../config/docs-options.ts';
import { tagsPath } from '../model/urls.ts';
import { displayPath, pathFrom } from '../shared/file-paths.ts';
import { pathOnDisk } from '../shared/path-on-disk.ts';
import type { Problem } from '../shared/problem.ts';
import { baseDoc } from './base-doc.ts';
import { buildSet } from './build-set.ts';
import { readCategoryFiles } from './category-files.ts';
import { type Declared, declaredIn } from './declared-audiences.ts';
import type { GeneratedContent } from './generated-content.ts';
import type { ParsedDoc } from './parsed-doc.ts';
import { noNumberPrefix, type PrefixParser, splitNumberPrefix } from './permalinks.ts';
import { byCodeUnit, listDocs, readDocs } from './read-docs.ts';
import { readSidebars } from './read-sidebars.ts';
import { inlineTag, readTags } from './tags.ts';
import { translateSidebars } from './translate-sidebars.ts';
import type { VersionFolder } from './versions.ts';

export type SetReading = Awaited<ReturnType<typeof readSet>>;

interface SetToRead {
  version: VersionFolder;
  options: DocsOptions;
  /** Of the Site's documents; those of the set are named from here. */
  mainDir: string;
  /** What `@site/` stands for. */
  siteDir: string;
  key: string;
  duplicateRoutes: Problem['severity'];
  cache: Map<string, ParsedDoc> | undefined;
  generated: GeneratedContent | undefined;
}

/** Reads one version of a documentation, as whole as the problems allow. */
export async function readSet(given: SetToRead) {
  const { version, options, mainDir, siteDir, key, cache } = given;
  const { dir, docsPath } = version;
  const generatedDir = given.generated?.dirOf(dir);
  const dirs = [
    ...foldersOf(version),
    ...(generatedDir !== undefined && existsSync(generatedDir) ? [generatedDir] : []),
  ];
  const tagsAddress = tagsPath(docsPath);
  const isDoc = picomatch(options.include, { ignore: options.exclude });
  const listing = listDocs(dir, isDoc);
  const problems: Problem[] = [];
  const generatedDocs = generatedDir === undefined ? [] : listDocs(generatedDir, isDoc).docs;
  // A file of the site's own comes first.
  const onlyGenerated = generatedDocs.filter((file) => !listing.docs.includes(file));
  const names = [...listing.docs, ...onlyGenerated].sort(byCodeUnit);
  const files = names.map((file) => localized(file, dirs));
  const [read, categoryFiles, sidebars, tagsFile] = await Promise.all([
    readDocs(files, cache),
    readCategoryFiles(dir, listing.categoryFiles),
    readSidebars(dir, version.sidebarsFile, given.generated?.sidebars),
    readTags(options.tags, dirs, tagsAddress),
  ]);
  problems.push(...categoryFiles.problems, ...sidebars.problems, ...(tagsFile?.problems ?? []));
  const full = new Map(files.map(({ file, full }) => [file, full]));
  const fileOf = (file: string) => full.get(file) ?? path.join(dir, file);
  const inDocs = (file: string): string => displayPath(fileOf(file));
  const tags = tagsFile?.tags ?? new Map();
  const inlineTags = tagsFile ? options.onInlineTags : 'ignore';
  for (const { file, parsed } of read) {
    problems.push(...parsed.issues.map((issue) => ({ ...issue, file: inDocs(file) })));
    const inline = inlineTag(parsed.frontMatter, tags);
    if (inline === undefined || (inlineTags !== 'throw' && inlineTags !== 'warn')) continue;
    problems.push({
      code: 'inline-tag',
      severity: inlineTags === 'throw' ? 'error' : 'warning',
      file: inDocs(file),
      line: parsed.keyLines.tags,
      message: `The tag "${inline}" is not in ${options.tags}: define it there, or set onInlineTags.`,
    });
  }

  const split = prefixParser(options.numberPrefixParser);
  const built = buildSet({
    version: { name: version.name, label: version.label, isLast: version.isLast },
    docs: read.map(({ file, parsed, hash }) => baseDoc(file, parsed, hash, docsPath, split)),
    sidebars: sidebars.sidebars,
    sidebarsText: sidebars.text,
    categories: categoryFiles.categories,
    tags,
    docsPath,
    splitNumberPrefix: split,
    categoriesAre: { collapsible: options.sidebarCollapsible, collapsed: options.sidebarCollapsed },
    translate: (finished) => translateSidebars(finished, version.translations),
    tagsPath: tagsAddress,
    sourceOf: (file) => {
      const isGenerated =
        onlyGenerated.includes(file) && !existsSync(fileOf(file).replace(generatedDir ?? '', dir));
      return `@site/${pathFrom(siteDir, isGenerated ? path.join(dir, file) : fileOf(file))}`;
    },
    shown: {
      doc: inDocs,
      categoryFile: (folder) =>
        displayPath(path.join(dir, folder, listing.categoryFiles.get(folder)?.[0] ?? '')),
      sidebarsFile: sidebars.shownFile,
    },
    duplicateRoutes: given.duplicateRoutes,
  });
  const fromMain = (file: string) => pathFrom(mainDir, file);
  const parsedDocs = new Map(read.map(({ file, parsed }) => [file, parsed]));
  const originals = await readOriginals(dir, files, cache);
  const declared = new Map<string, readonly Declared[]>();
  const docs = built.content.docs.map((doc) => {
    const file = fromMain(fileOf(doc.file));
    const parsed = parsedDocs.get(doc.file);
    const original = originals.get(doc.file);
    const chain = [
      ...(parsed ? declaredIn({ parsed, file: inDocs(doc.file) }, original) : []),
      ...foldersAbove(doc.file).flatMap((folder) => categoryFiles.audiences.get(folder) ?? []),
    ];
    if (chain.length > 0) declared.set(file, chain);
    const aliases = dirs
      .map((folder) => fromMain(path.join(folder, doc.file)))
      .filter((name) => name !== file);
    return { ...doc, file, ...(aliases.length > 0 ? { aliases } : {}) };
  });
  return {
    set: {
      key,
      instance: version.instance,
      badge: version.badge,
      banner: version.banner,
      className: version.className,
      breadcrumbs: options.breadcrumbs,
      contentDirs: dirs.map((folder) => fromMain(folder)),
    },
    content: { ...built.content, docs },
    problems: [...problems, ...built.problems],
    links: built.links,
    claims: built.claims,
    audiences: {
      docs: declared,
      sidebarsFile: sidebars.shownFile,
      sidebarsText: sidebars.text,
    },
  };
}

/** What is translated, as it was written: whom it is there for is said there too. */
async function readOriginals(
  dir: string,
  files: readonly { file: string; full: string }[],
  cache: SetToRead['cache'],
): Promise<Map<string, { parsed: ParsedDoc; file: string }>> {
  const translated = files.filter(({ file, full }) => full !== path.join(dir, file));
  const originals = translated.map(({ file }) => ({ file, full: path.join(dir, file) }));
  const read = await readDocs(originals, cache);
  return new Map(read.map(({ file, parsed }) => [file, { parsed, file: displayPath(path.join(dir, file)) }]));
}

/** The folder of a file and those above it, the nearest first; the last one is the docs folder. */
function foldersAbove(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return [...parts.map((_, at) => parts.slice(0, parts.length - at).join('/')), '.'];
}

/** The file that a document is read from: its translation, where there is one. */
function localized(file: string, dirs: readonly string[]) {
  const full = dirs.map((folder) => pathOnDisk(path.join(folder, file)));
  return { file, full: full.find((one) => existsSync(one)) ?? path.join(dirs[0] ?? '', file) };
}

/** What is translated comes first. */
function foldersOf({ dir, localizedDir }: VersionFolder): string[] {
  return localizedDir === undefined ? [dir] : [localizedDir, dir];
}

function prefixParser(option: DocsOptions['numberPrefixParser']): PrefixParser {
  if (option === false) return noNumberPrefix;
  if (option === true) return splitNumberPrefix;
  return (name) => {
    const { filename, numberPrefix } = option(name);
    return { name: filename, position: numberPrefix };
  };
}
