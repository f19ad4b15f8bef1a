import path from 'node:path';
import { checkExternalLinks, type ExternalLink } from '../authoring/external-links.ts';
import { describeBudget, isOver, measureBudgets } from '../build/budgets.ts';
import { checkContent } from '../build/check-content.ts';
import { progressFor } from '../build/progress.ts';
import { callOf } from '../shared/call-of.ts';
import { formatProblem, type Problem, sortProblems } from '../shared/problem.ts';
import { defineCommand, done, failed, noMore } from './command.ts';
import { inColumns } from './terminal-text.ts';

export const command = defineCommand({
  help: `What a site must hold besides being built: its content, its own rules, and the budgets of what was built.

  {call}
  {call} --external   asks other sites, too, whether what is linked there is there; what was, for a week

Exit code: 0 everything holds, 1 something is to mend, 2 misused.`,
  options: { external: { type: 'boolean' } },
  parse: (positionals, { external = false }) => noMore(positionals) ?? { wanted: { external } },
  async run(wanted, environment) {
    const { content, siteProblems, audiences, neighbours, external } = await checkContent(
      environment,
      process.cwd(),
    );
    const wrong = [
      ...(holds('content', content) ? [] : ['content']),
      ...(siteProblems === undefined || holds('the rules of this site', siteProblems)
        ? []
        : ['the rules of this site']),
      ...(!wanted.external || (await linksHold(external)) ? [] : ['links to other sites']),
      ...(budgetsHold(path.resolve(environment.DIST_DIR)) ? [] : ['budgets']),
    ];
    if (audiences.groups.length > 0)
      console.log(`— who sees what\n${inColumns(audiences.groups)}\n\n${inColumns(audiences.pages)}`);
    if (neighbours.length > 0) {
      const rows = neighbours.map(({ from, to }) => [from, to]);
      console.log(`— previous and next that some readers do not see\n${inColumns(rows)}`);
    }
    return wrong.length === 0 ? done('Everything holds.') : failed(`To mend: ${wrong.join(', ')}.`);
  },
});

function holds(what: string, problems: readonly Problem[]): boolean {
  console.log(`— ${what}`);
  for (const problem of problems) console.error(formatProblem(problem));
  return problems.every((problem) => problem.severity !== 'error');
}

async function linksHold(links: readonly ExternalLink[]): Promise<boolean> {
  const progress = progressFor(process.stderr, process.env);
  progress.start('Asking', new Set(links.map(({ url }) => url.replace(/#.*$/, ''))).size);
  const problems = await checkExternalLinks(links, {
    cacheFile: path.resolve('.cache/external-links.json'),
    onChecked: () => progress.advance(),
  });
  progress.end();
  return holds('links to other sites', sortProblems(problems));
}

function budgetsHold(dist: string): boolean {
  console.log('— budgets');
  const budgets = measureBudgets(dist);
  if (!budgets) {
    console.error(`There is no build to measure: run "${callOf('build')}" first.`);
    return false;
  }
  for (const budget of budgets) (isOver(budget) ? console.error : console.log)(describeBudget(budget));
  return !budgets.some(isOver);
}
