import type { Problem } from '../shared/problem.ts';

export interface Claim {
  /** File that claims the name, as it is shown. */
  file?: string;
  line?: number | undefined;
  /** What claims it, for a message: `the category "Start"`. */
  what: string;
}

/** Names that are claimed more than once; the later claims are blamed, with the first one named. */
export function duplicates(
  kind: 'id' | 'route',
  claims: readonly (readonly [name: string, claim: Claim])[],
  severity: Problem['severity'],
): Problem[] {
  const first = new Map<string, Claim>();
  const problems: Problem[] = [];
  for (const [name, claim] of claims) {
    const owner = first.get(name);
    if (owner === undefined) first.set(name, claim);
    else {
      const remedy = kind === 'route' ? 'Give one of them another "slug".' : 'Give one of them another "id".';
      problems.push({
        code: `duplicate-${kind}`,
        severity,
        ...(claim.file !== undefined && { file: claim.file }),
        ...(claim.line !== undefined && { line: claim.line }),
        message: `The ${kind} "${name}" of ${claim.what} is taken by ${owner.what}. ${remedy}`,
      });
    }
  }
  return problems;
}
