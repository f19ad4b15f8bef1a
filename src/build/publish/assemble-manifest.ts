import { MANIFEST_FORMAT, type Manifest } from '../../model/manifest.ts';
import { shortHash } from '../hashing.ts';
import { writeContentFile } from './content-file.ts';

/** `templates`: HTML by name, where the manifest has files. */
export type LanguageWords = Manifest['languages'][number];

type ManifestParts = Omit<Manifest, 'format' | 'build'>;

/** The manifest of a release. The same parts give the same bytes, in whatever order they came. */
export function assembleManifest(distDir: string, parts: ManifestParts): Manifest {
  const written = (templates: Readonly<Record<string, string>>) => {
    const files = Object.entries(templates).map(([name, html]) => {
      const page = { folder: 'pages', stem: name, extension: '.html', content: Buffer.from(html) } as const;
      // The server fills templates in and compresses nothing, so the compressed variants stay unnamed.
      return [name, writeContentFile(distDir, page).file] as const;
    });
    return Object.fromEntries(files.sort());
  };
  const content: Omit<Manifest, 'build'> = {
    format: MANIFEST_FORMAT,
    ...parts,
    entries: parts.entries.toSorted((a, b) => (a.url < b.url ? -1 : 1)),
    redirects: parts.redirects.toSorted((a, b) => (a.from < b.from ? -1 : 1)),
    languages: parts.languages.map((one) => ({ ...one, templates: written(one.templates) })),
  };
  return { ...content, build: shortHash(JSON.stringify(content)).slice(0, 12) };
}
