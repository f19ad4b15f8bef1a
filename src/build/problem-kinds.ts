import type { Environment } from '../config/environment.ts';
import type { SiteConfig } from '../config/site-config.ts';
import type { Problem } from '../shared/problem.ts';

type Kind = keyof SiteConfig['broken'];
/** The owner's switches for a build that finds something broken. */
type BrokenSettings = Pick<Environment, 'BROKEN_LINKS' | 'BROKEN_DOCUMENTS'>;

/** The kinds that an owner decides about one by one. */
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

/** Those that `BROKEN_LINKS` is about. */
const ofLinks: readonly Kind[] = ['links', 'anchors', 'markdownLinks', 'markdownImages', 'duplicateRoutes'];

/** Of one document, which keeps no other from being published; likewise of a style sheet. */
const ofDocuments: ReadonlySet<string> = new Set([
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
  'markdown-plugin',
  // What only pages' looks depend on.
  'style-missing',
  'style-elsewhere',
  'style-preprocessor',
  'style-postcss',
  'style-syntax',
  'live-scope',
]);

const severities = { fail: 'throw', warn: 'warn' } as const;

/**
 * The problems as the owner weighs them. An error of a kind is what the environment says of links, else what the
 * configuration says of that kind, else an error. What is a warning stays one, or goes where its kind is ignored.
 */
export function weighProblems(
  problems: readonly Problem[],
  broken: SiteConfig['broken'] | undefined,
  { BROKEN_LINKS, BROKEN_DOCUMENTS }: BrokenSettings,
): Problem[] {
  return problems.flatMap((problem): Problem[] => {
    const kind = kinds[problem.code];
    if (kind !== undefined) {
      const said = ofLinks.includes(kind) && BROKEN_LINKS ? severities[BROKEN_LINKS] : broken?.[kind];
      if (said === 'ignore') return [];
      const fails = problem.severity === 'error' && (said ?? 'throw') === 'throw';
      return [fails ? problem : { ...problem, severity: 'warning' }];
    }
    const passes = BROKEN_DOCUMENTS === 'warn' && ofDocuments.has(problem.code);
    return [passes ? { ...problem, severity: 'warning' } : problem];
  });
}

/** A plugin of the owner's has failed, which may read any file. */
export const isOfPlugin = ({ code }: Problem): boolean => code === 'markdown-plugin';

/** The switch that would have published a build with these problems; absent where none would. */
export function switchesFor(problems: readonly Problem[]): string[] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const links = errors.filter(({ code }) => kinds[code] !== undefined);
  const documents = errors.filter(({ code }) => ofDocuments.has(code));
  if (errors.length === 0 || links.length + documents.length < errors.length) return [];
  return [
    ...(documents.length > 0 ? ['BROKEN_DOCUMENTS=warn'] : []),
    ...(links.length > 0 ? ['BROKEN_LINKS=warn'] : []),
  ];
}
