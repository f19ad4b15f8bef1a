import type { Environment } from '../../../config/environment.ts';
import { createReporter, type Finding } from './finding.ts';

/** Reports whether agents can connect, and if not, which setting turns them off. */
export function checkAgents({
  AGENTS,
  BASE_URL,
  TOKEN_DAYS,
}: Pick<Environment, 'AGENTS' | 'BASE_URL' | 'TOKEN_DAYS'>): Finding[] {
  const report = createReporter('agents');
  if (!AGENTS) return report('ok', 'Agents are turned off (AGENTS=off).');
  if (TOKEN_DAYS === 0) return report('ok', 'Agents and personal tokens are turned off (TOKEN_DAYS=0).');
  if (BASE_URL === undefined) return report('ok', 'Agents are off because BASE_URL is not set.');
  return report(
    'ok',
    'Agents are on: readers can allow apps to read for them. /admin/agents lists these apps.',
  );
}
