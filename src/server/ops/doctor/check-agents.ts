import type { Environment } from '../../../config/environment.ts';
import { type Finding, findingOf } from './finding.ts';

/** Whether programs can ask readers for access, and if not, which setting says so. */
export function checkAgents({
  AGENTS,
  BASE_URL,
  TOKEN_DAYS,
}: Pick<Environment, 'AGENTS' | 'BASE_URL' | 'TOKEN_DAYS'>): Finding[] {
  const say = findingOf('agents');
  if (!AGENTS) return say('ok', 'Agents are off: AGENTS=off.');
  if (TOKEN_DAYS === 0) return say('ok', 'Agents are off, as personal tokens are: TOKEN_DAYS=0.');
  if (BASE_URL === undefined) return say('ok', 'Agents are off: they need BASE_URL.');
  return say('ok', 'Agents are on: readers can allow programs to read for them. /admin/agents lists them.');
}
