import { MANIFEST_FORMAT, type Manifest } from '../../model/manifest.ts';
import { computeShortHash } from '../hashing.ts';
import { writeContentFile } from './content-file.ts';
import type { WrittenIndex } from './search-index.ts';

/** One language of a release. In a manifest, `templates` are files; here they are HTML, by name. */
export type ManifestLanguage = Manifest['languages'][number];

type ManifestParts = Omit<Manifest, 'format' | 'build' | 'search'> & { search?: WrittenIndex };

/** Assembles the manifest of a release. The same parts give the same bytes, in any order. */
export function assembleManifest(distDir: string, { search, ...parts }: ManifestParts): Manifest {
  const writeTemplates = (templates: Readonly<Record<string, string>>) => {
    const files = Object.entries(templates).map(([name, html]) => {
      const page = { folder: 'pages', stem: name, extension: '.html', content: Buffer.from(html) } as const;
      // The server fills in templates and sends them uncompressed, so they have no compressed variants.
      return [name, writeContentFile(distDir, page).file] as const;
    });
    return Object.fromEntries(files.sort());
  };
  const content: Omit<Manifest, 'build'> = {
    format: MANIFEST_FORMAT,
    ...parts,
    entries: parts.entries.toSorted((a, b) => (a.url < b.url ? -1 : 1)),
    redirects: parts.redirects.toSorted((a, b) => (a.from < b.from ? -1 : 1)),
    languages: parts.languages.map((language) => ({
      ...language,
      templates: writeTemplates(language.templates),
    })),
  };
  // The bytes of an index depend on the index that it was updated from, so the build is identified by its inputs.
  const build = computeShortHash(JSON.stringify({ ...content, search: search?.inputs })).slice(0, 12);
  return { ...content, ...(search && { search: search.name }), build };
}
