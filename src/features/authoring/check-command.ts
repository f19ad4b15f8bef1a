import path from 'node:path';
import { describeBudget, isOver, measureBudgets } from '../../build/budgets.ts';
import { checkContent } from '../../build/check-content.ts';
import { createProgressFor } from '../../build/progress.ts';
import { defineCommand, fail, rejectSurplus, succeed } from '../../command/define-command.ts';
import { formatTable } from '../../command/terminal-text.ts';
import { formatCommand } from '../../shared/call-of.ts';
import { formatProblem, type Problem, sortProblems } from '../../shared/problem.ts';
import { checkExternalLinks, type ExternalLink } from './external-links.ts';

export const command = defineCommand({
  help: `Checks what a build doesn't: the site's own rules, who can see which pages, and the size of pages. Also reports
all problems of the content, without building.

  {call} [--external]

  --external   Also check links to other sites. A link that works is checked again after a week.

Size budgets are measured in the release in DIST_DIR: build the site first.
Exit code: 0 all checks passed, 1 at least one failed, 2 wrong arguments.`,
  options: { external: { type: 'boolean' } },
  parse: (positionals, { external = false }) => rejectSurplus(positionals) ?? { input: { external } },
  async run(input, environment) {
    const { content, siteProblems, audiences, neighbours, external } = await checkContent(
      environment,
      process.cwd(),
    );
    const failedChecks = [
      ...(reportCheck('Content', content) ? [] : ['content']),
      ...(siteProblems === undefined || reportCheck('Rules of this site', siteProblems)
        ? []
        : ['rules of this site']),
      ...(!input.external || (await reportExternalLinks(external)) ? [] : ['links to other sites']),
      ...(reportBudgets(path.resolve(environment.DIST_DIR)) ? [] : ['size budgets']),
    ];
    if (audiences.groups.length > 0)
      console.log(`\nAudiences\n${formatTable(audiences.groups)}\n\n${formatTable(audiences.pages)}`);
    if (neighbours.length > 0) {
      const rows = neighbours.map(({ from, to }) => [from, to]);
      console.log(`\n"Previous" and "Next" links that some readers can't see\n${formatTable(rows)}`);
    }
    return failedChecks.length === 0
      ? succeed('\nAll checks passed.')
      : fail(`\nFailed checks: ${failedChecks.join(', ')}. Fix the errors above and check again.`);
  },
});

/** Prints the problems of one check, or `OK`. False if there is an error among them. */
function reportCheck(title: string, problems: readonly Problem[]): boolean {
  console.log(problems.length === 0 ? `${title}: OK` : title);
  for (const problem of problems) console.error(formatProblem(problem));
  return problems.every((problem) => problem.severity !== 'error');
}

async function reportExternalLinks(links: readonly ExternalLink[]): Promise<boolean> {
  const progress = createProgressFor(process.stderr, process.env);
  progress.start('Checking links', new Set(links.map(({ url }) => url.replace(/#.*$/, ''))).size);
  const problems = await checkExternalLinks(links, {
    cacheFile: path.resolve('.cache/external-links.json'),
    onChecked: () => progress.advance(),
  });
  progress.end();
  return reportCheck('Links to other sites', sortProblems(problems));
}

function reportBudgets(dist: string): boolean {
  console.log('Size budgets');
  const budgets = measureBudgets(dist);
  if (!budgets) {
    console.error(`  Not measured, because ${dist} has no release. Run "${formatCommand('build')}" first.`);
    return false;
  }
  for (const budget of budgets) (isOver(budget) ? console.error : console.log)(`  ${describeBudget(budget)}`);
  return !budgets.some(isOver);
}
