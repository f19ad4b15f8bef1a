import type { Environment } from '../../config/environment.ts';
import type { Texts } from '../../config/texts.ts';
import { createReporter, type Finding } from '../../server/ops/doctor/finding.ts';

/** Reports whether agents can connect, and if not, which setting turns them off. */
export function checkAgents(
  { AGENTS, BASE_URL, TOKEN_DAYS }: Pick<Environment, 'AGENTS' | 'BASE_URL' | 'TOKEN_DAYS'>,
  texts: Texts,
): Finding[] {
  const report = createReporter('agents');
  if (!AGENTS) return report('ok', texts.findAgentsOff);
  if (TOKEN_DAYS === 0) return report('ok', texts.findTokensOff);
  if (BASE_URL === undefined) return report('ok', texts.findAgentsWithoutAddress);
  return report('ok', texts.findAgentsOn);
}
