import { existsSync } from 'node:fs';
import path from 'node:path';
import picomatch from 'picomatch';
import type { DocsOptions } from '../../config/docs-options.ts';
import type { DocSet } from '../../model/site.ts';
import { buildTagsPath } from '../../model/urls.ts';
import { displayPath, formatPathFrom } from '../../shared/file-paths.ts';
import { findPathOnDisk } from '../../shared/path-on-disk.ts';
import type { Problem } from '../../shared/problem.ts';
import type { SetAudiences } from '../audiences/audiences.ts';
import { type DeclaredAudience, readDeclaredAudiences } from '../audiences/declared-audiences.ts';
import { createBaseDoc } from '../documents/base-doc.ts';
import type { ParsedDoc } from '../documents/parsed-doc.ts';
import { compareCodeUnits, listDocs, readDocs } from '../documents/read-docs.ts';
import { findInlineTag, readTags } from '../documents/tags.ts';
import type { GeneratedContent } from '../generated-content.ts';
import type { LinkList } from '../links/check-links.ts';
import { keepNumberPrefix, type PrefixParser, splitNumberPrefix } from '../links/permalinks.ts';
import { readCategoryFiles } from '../sidebars/category-files.ts';
import { generateCustomItems } from '../sidebars/custom-generator.ts';
import { readSidebars } from '../sidebars/read-sidebars.ts';
import { translateSidebars } from '../sidebars/translate-sidebars.ts';
import type { Claim } from '../site-checks.ts';
import { buildSet, type SetContent } from './build-set.ts';
import type { VersionFolder } from './versions.ts';

/** One version of a documentation, read and built. */
export interface SetReading {
  set: Omit<DocSet, 'version'>;
  content: SetContent;
  problems: Problem[];
  /** Links of the sidebars file, for the link check. */
  links: LinkList;
  /** Addresses that the version uses. */
  claims: Claim[];
  audiences: SetAudiences;
}

interface SetToRead {
  version: VersionFolder;
  options: DocsOptions;
  /** Docs folder of the main documentation. Files in the Site are relative to it. */
  mainDir: string;
  /** The folder that `@site/` means. */
  siteDir: string;
  key: string;
  duplicateRoutes: Problem['severity'];
  cache: Map<string, ParsedDoc> | undefined;
  generated: GeneratedContent | undefined;
}

/** Reads one version of a documentation. Problems don't stop it: everything that can be read is returned. */
export async function readSet(setToRead: SetToRead): Promise<SetReading> {
  const { version, options, mainDir, siteDir, key, cache } = setToRead;
  const { dir, docsPath } = version;
  const generatedDir = setToRead.generated?.findDir(dir);
  const dirs = [
    ...listFolders(version),
    ...(generatedDir !== undefined && existsSync(generatedDir) ? [generatedDir] : []),
  ];
  const tagsAddress = buildTagsPath(docsPath);
  const isDoc = picomatch(options.include, { ignore: options.exclude });
  const listing = listDocs(dir, isDoc);
  const problems: Problem[] = [];
  const generatedDocs = generatedDir === undefined ? [] : listDocs(generatedDir, isDoc).docs;
  // The site's own file wins over a generated file of the same name.
  const onlyGenerated = generatedDocs.filter((file) => !listing.docs.includes(file));
  const names = [...listing.docs, ...onlyGenerated].sort(compareCodeUnits);
  const files = names.map((file) => findLocalizedFile(file, dirs));
  const [parsedFiles, categoryFiles, sidebars, tagsFile] = await Promise.all([
    readDocs(files, cache),
    readCategoryFiles(dir, listing.categoryFiles),
    readSidebars(dir, version.sidebarsFile, setToRead.generated?.sidebars),
    readTags(options.tags, dirs, tagsAddress),
  ]);
  problems.push(...categoryFiles.problems, ...sidebars.problems, ...(tagsFile?.problems ?? []));
  const fullPaths = new Map(files.map(({ file, full }) => [file, full]));
  const findFile = (file: string) => fullPaths.get(file) ?? path.join(dir, file);
  const displayFile = (file: string): string => displayPath(findFile(file));
  const tags = tagsFile?.tags ?? new Map();
  const inlineTags = tagsFile ? options.onInlineTags : 'ignore';
  for (const { file, parsed: parsedDoc } of parsedFiles) {
    problems.push(...parsedDoc.issues.map((issue) => ({ ...issue, file: displayFile(file) })));
    const inline = findInlineTag(parsedDoc.frontMatter, tags);
    if (inline === undefined || (inlineTags !== 'throw' && inlineTags !== 'warn')) continue;
    problems.push({
      code: 'inline-tag',
      severity: inlineTags === 'throw' ? 'error' : 'warning',
      file: displayFile(file),
      line: parsedDoc.keyLines.tags,
      message: `The tag "${inline}" isn't defined in ${options.tags}. Define it there, or change onInlineTags.`,
    });
  }

  const split = createPrefixParser(options.numberPrefixParser);
  const baseDocs = parsedFiles.map(({ file, parsed, hash }) =>
    createBaseDoc(file, parsed, hash, docsPath, split),
  );
  const describeSource = (file: string) => {
    const isGenerated =
      onlyGenerated.includes(file) && !existsSync(findFile(file).replace(generatedDir ?? '', dir));
    return `@site/${formatPathFrom(siteDir, isGenerated ? path.join(dir, file) : findFile(file))}`;
  };
  const { sidebarItemsGenerator } = options;
  const expandedSidebars = sidebarItemsGenerator
    ? await generateCustomItems(sidebars.sidebars, sidebarItemsGenerator, {
        docs: baseDocs.filter(({ draft }) => !draft),
        categories: categoryFiles.categories,
        splitNumberPrefix: split,
        version: { versionName: version.name, contentPath: dir },
        describeSource,
        siteDir,
        report: (message) => {
          const file = sidebars.shownFile;
          if (!problems.some((problem) => problem.message === message))
            problems.push({ code: 'config-function', severity: 'error', file, message });
        },
      })
    : sidebars.sidebars;
  const builtSet = buildSet({
    version: { name: version.name, label: version.label, isLast: version.isLast },
    docs: baseDocs,
    sidebars: expandedSidebars,
    sidebarsText: sidebars.text,
    categories: categoryFiles.categories,
    tags,
    docsPath,
    splitNumberPrefix: split,
    categoriesAre: { collapsible: options.sidebarCollapsible, collapsed: options.sidebarCollapsed },
    translate: (sidebars) => translateSidebars(sidebars, version.translations),
    tagsPath: tagsAddress,
    describeSource,
    displayNames: {
      nameDoc: displayFile,
      nameCategoryFile: (folder) =>
        displayPath(path.join(dir, folder, listing.categoryFiles.get(folder)?.[0] ?? '')),
      sidebarsFile: sidebars.shownFile,
    },
    duplicateRoutes: setToRead.duplicateRoutes,
  });
  const relateToMain = (file: string) => formatPathFrom(mainDir, file);
  const parsedDocs = new Map(parsedFiles.map(({ file, parsed }) => [file, parsed]));
  const originals = await readOriginals(dir, files, cache);
  const declaredByFile = new Map<string, readonly DeclaredAudience[]>();
  const docs = builtSet.content.docs.map((doc) => {
    const file = relateToMain(findFile(doc.file));
    const parsed = parsedDocs.get(doc.file);
    const original = originals.get(doc.file);
    const chain = [
      ...(parsed ? readDeclaredAudiences({ parsed, file: displayFile(doc.file) }, original) : []),
      ...listFoldersAbove(doc.file).flatMap((folder) => categoryFiles.audiences.get(folder) ?? []),
    ];
    if (chain.length > 0) declaredByFile.set(file, chain);
    const aliases = dirs
      .map((folder) => relateToMain(path.join(folder, doc.file)))
      .filter((name) => name !== file);
    return { ...doc, file, ...(aliases.length > 0 ? { aliases } : {}) };
  });
  return {
    set: {
      key,
      instance: version.instance,
      position: version.position,
      badge: version.badge,
      banner: version.banner,
      className: version.className,
      breadcrumbs: options.breadcrumbs,
      contentDirs: dirs.map((folder) => relateToMain(folder)),
    },
    content: { ...builtSet.content, docs },
    problems: [...problems, ...builtSet.problems],
    links: builtSet.links,
    claims: builtSet.claims,
    audiences: {
      docs: declaredByFile,
      sidebarsFile: sidebars.shownFile,
      sidebarsText: sidebars.text,
    },
  };
}

/** Reads the originals of translated documents, because they may declare an audience. */
async function readOriginals(
  dir: string,
  files: readonly { file: string; full: string }[],
  cache: SetToRead['cache'],
): Promise<Map<string, { parsed: ParsedDoc; file: string }>> {
  const translatedFiles = files.filter(({ file, full }) => full !== path.join(dir, file));
  const originals = translatedFiles.map(({ file }) => ({ file, full: path.join(dir, file) }));
  const readResult = await readDocs(originals, cache);
  return new Map(
    readResult.map(({ file, parsed }) => [file, { parsed, file: displayPath(path.join(dir, file)) }]),
  );
}

/** Lists the folders above a file, from the innermost to `.`, the docs folder. */
function listFoldersAbove(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join('/')), '.'];
}

/** Finds the file to read for a document: its translation if there is one. */
function findLocalizedFile(file: string, dirs: readonly string[]) {
  const fullPaths = dirs.map((folder) => findPathOnDisk(path.join(folder, file)));
  return { file, full: fullPaths.find((fullPath) => existsSync(fullPath)) ?? path.join(dirs[0] ?? '', file) };
}

/** The folders of a version, translations first. */
function listFolders({ dir, localizedDir }: VersionFolder): string[] {
  return localizedDir === undefined ? [dir] : [localizedDir, dir];
}

function createPrefixParser(option: DocsOptions['numberPrefixParser']): PrefixParser {
  if (option === false) return keepNumberPrefix;
  if (option === true) return splitNumberPrefix;
  return (name) => {
    const { filename, numberPrefix } = option(name);
    return { name: filename, position: numberPrefix };
  };
}
