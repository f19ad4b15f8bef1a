import { removeSlash } from '../content/links/permalinks.ts';
import { listRoutes } from '../content/links/routes.ts';
import type { Site } from '../model/site.ts';
import type { LanguageProblem, Problem } from '../shared/problem.ts';

/**
 * Each language of a site is checked by itself, so a link or redirect to a page of another language seems to lead
 * nowhere. Drops these problems if one of the other languages has the page.
 */
export function settleAcrossLanguages(
  problems: readonly LanguageProblem[],
  sites: readonly Site[],
): Problem[] {
  const pages = new Set(
    sites.flatMap((site) =>
      [...listRoutes(site), ...site.redirects.map(({ from }) => from)].map(removeSlash),
    ),
  );
  return problems.flatMap(({ missingPage, ...problem }) =>
    missingPage !== undefined && pages.has(removeSlash(missingPage)) ? [] : [problem],
  );
}

/** Keeps the missing page only in problems that another language can solve, by the addresses of this language. */
export function markUnsettled(
  problems: readonly LanguageProblem[],
  { has: isInLanguage }: { has(address: string): boolean },
): LanguageProblem[] {
  return problems.map(({ missingPage, ...problem }) =>
    missingPage === undefined || isInLanguage(missingPage) ? problem : { ...problem, missingPage },
  );
}

/** Drops problems that another language can solve, where the other languages aren't read. */
export function trustOtherLanguages(
  problems: readonly LanguageProblem[],
  language: { has(address: string): boolean },
): Problem[] {
  return markUnsettled(problems, language).filter(({ missingPage }) => missingPage === undefined);
}
