/**
 * Names of the files that Docusaurus generates in `.docusaurus` and that the engine provides: their paths in that folder,
 * without the extension.
 */
const coreFileNames = [
  'docusaurus.config',
  'globalData',
  'i18n',
  'codeTranslations',
  'site-metadata',
  'site-storage',
  'client-modules',
] as const;

export type CoreFileName = (typeof coreFileNames)[number];

/** A generated file: one of the core, or one of a blog. */
type GeneratedFile =
  | { kind: 'core'; name: CoreFileName }
  | { kind: 'recent-posts'; blogId: string }
  /** `isProps`: the archive is one of several values in the file, as in the properties of its page. */
  | { kind: 'archive'; blogId: string; isProps: boolean };

/** Finds out which file a name means. Undefined if the engine doesn't provide it. */
export function parseGeneratedName(name: string): GeneratedFile | undefined {
  const coreName = coreFileNames.find((candidate) => candidate === name);
  if (coreName !== undefined) return { kind: 'core', name: coreName };
  const [, blogId = '', file = ''] = /^docusaurus-plugin-content-blog\/([^/]+)\/(.+)$/.exec(name) ?? [];
  if (blogId !== '' && file === `blog-post-list-prop-${blogId}`) return { kind: 'recent-posts', blogId };
  // `p/blog-archive-f05`, and `blog-archive-80c` of earlier versions. The hash is made from the address of the archive.
  const [archive, props] = /^(p\/)?(?:[\w-]+-)?archive-[\da-f]{3}$/.exec(file) ?? [];
  return archive === undefined ? undefined : { kind: 'archive', blogId, isProps: props !== undefined };
}
