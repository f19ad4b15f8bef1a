import type { Environment } from '../config/environment.ts';
import type { SiteConfig } from '../config/site-config.ts';
import type { Problem } from '../shared/problem.ts';

type Kind = keyof SiteConfig['broken'];
/** The environment variables that let a build pass in spite of broken content. */
type BrokenSettings = Pick<Environment, 'BROKEN_LINKS' | 'BROKEN_DOCUMENTS'>;

/** Kinds of problems whose severity the owner can configure one by one. */
const kinds: Readonly<Record<string, Kind>> = {
  'broken-link': 'links',
  'broken-anchor': 'anchors',
  'broken-markdown-link': 'markdownLinks',
  'empty-link': 'markdownLinks',
  'missing-file': 'markdownLinks',
  'missing-image': 'markdownImages',
  'duplicate-route': 'duplicateRoutes',
  'unknown-front-matter': 'unknownFrontMatter',
};

/** The kinds that `BROKEN_LINKS` covers. */
const linkKinds: readonly Kind[] = ['links', 'anchors', 'markdownLinks', 'markdownImages', 'duplicateRoutes'];

/** Problems of a single document or style sheet, which don't prevent the others from being published. */
const documentCodes: ReadonlySet<string> = new Set([
  'front-matter',
  'encoding',
  'unreadable',
  'mdx-syntax',
  'mdx-code',
  'unknown-component',
  'unknown-import',
  'refused-import',
  'missing-import',
  'missing-export',
  'missing-package',
  'broken-import',
  'component-syntax',
  'component-file',
  'page-code',
  'page-without-default-export',
  'admonition-code',
  'component-fails',
  'endless',
  'import-circle',
  'site-component',
  'openapi-file',
  'markdown-plugin',
  // The following problems affect only the appearance of pages.
  'style-missing',
  'style-elsewhere',
  'style-preprocessor',
  'style-postcss',
  'style-syntax',
  'live-scope',
]);

const severities = { fail: 'throw', warn: 'warn' } as const;

/**
 * Applies the owner's settings to the severity of problems. For an error, `BROKEN_LINKS` counts first, then the
 * configuration of its kind; otherwise it stays an error. Warnings stay warnings. Ignored kinds are removed.
 */
export function weighProblems(
  problems: readonly Problem[],
  broken: SiteConfig['broken'] | undefined,
  { BROKEN_LINKS, BROKEN_DOCUMENTS }: BrokenSettings,
): Problem[] {
  return problems.flatMap((problem): Problem[] => {
    const kind = kinds[problem.code];
    if (kind !== undefined) {
      const setting = linkKinds.includes(kind) && BROKEN_LINKS ? severities[BROKEN_LINKS] : broken?.[kind];
      if (setting === 'ignore') return [];
      const fails = problem.severity === 'error' && (setting ?? 'throw') === 'throw';
      return [fails ? problem : { ...problem, severity: 'warning' }];
    }
    const passes = BROKEN_DOCUMENTS === 'warn' && documentCodes.has(problem.code);
    return [passes ? { ...problem, severity: 'warning' } : problem];
  });
}

/** Whether the problem is of a single document or style sheet, so that `BROKEN_DOCUMENTS` covers it. */
export const isOfDocument = ({ code }: Problem): boolean => documentCodes.has(code);

/** Whether a Markdown plugin of the site has failed. Such a plugin may depend on any file. */
export const isPluginFailure = ({ code }: Problem): boolean => code === 'markdown-plugin';

/** The settings that would have published a build with these problems; empty if no setting would. */
export function suggestSettings(problems: readonly Problem[]): string[] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const links = errors.filter(({ code }) => kinds[code] !== undefined);
  const documents = errors.filter(({ code }) => documentCodes.has(code));
  if (errors.length === 0 || links.length + documents.length < errors.length) return [];
  return [
    ...(documents.length > 0 ? ['BROKEN_DOCUMENTS=warn'] : []),
    ...(links.length > 0 ? ['BROKEN_LINKS=warn'] : []),
  ];
}
