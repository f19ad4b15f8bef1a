import type { Texts } from '../config/texts.ts';
import type { Redirect } from '../model/site.ts';
import { shortHash } from './hashing.ts';
import { MANIFEST_FORMAT, type Manifest, type ManifestEntry } from './manifest.ts';
import { writeContentFile } from './publish/content-file.ts';

export interface ReleaseParts {
  entries: readonly ManifestEntry[];
  redirects: readonly Redirect[];
  /** HTML by name. */
  templates: Readonly<Record<string, string>>;
  texts: Texts;
  scriptHashes: readonly string[];
  styleHashes: readonly string[];
  /** File of the search index, relative to the dist folder. */
  search?: string;
}

/** The manifest of a release. The same parts give the same bytes, in whatever order they came. */
export function assembleManifest(distDir: string, parts: ReleaseParts): Manifest {
  const templates = Object.entries(parts.templates).map(([name, html]) => {
    const content = Buffer.from(html);
    // The server fills templates in and compresses nothing, so the compressed variants stay unnamed.
    const { file } = writeContentFile(distDir, {
      folder: 'pages',
      stem: name,
      extension: '.html',
      content,
      effort: 'none',
    });
    return [name, file] as const;
  });
  const content: Omit<Manifest, 'build'> = {
    format: MANIFEST_FORMAT,
    entries: parts.entries.toSorted((a, b) => (a.url < b.url ? -1 : 1)),
    redirects: parts.redirects.toSorted((a, b) => (a.from < b.from ? -1 : 1)),
    templates: Object.fromEntries(templates.sort()),
    scriptHashes: [...parts.scriptHashes],
    styleHashes: [...parts.styleHashes],
    texts: { ...parts.texts },
    ...(parts.search === undefined ? {} : { search: parts.search }),
  };
  return { ...content, build: shortHash(JSON.stringify(content)).slice(0, 12) };
}
