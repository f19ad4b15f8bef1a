import type { IdentityProvider } from '../../../accounts/providers/identity-provider.ts';
import type { Environment } from '../../../config/environment.ts';
import { english, type Sentence, type Texts, writeSentence } from '../../../config/texts.ts';
import { fillText } from '../../../shared/fill-text.ts';
import { createReporter, type Finding } from './finding.ts';

const report = createReporter('identity');

/** Reports how soon removed users lose access, and warnings about the rules that decide who may read. */
export function checkIdentity(
  { recheck, warnings = [] }: IdentityProvider,
  environment: Pick<Environment, 'PROVIDER_CHECK_MINUTES'>,
  texts: Texts = english,
): Finding[] {
  return [
    ...(recheck ? reportRecheck(environment.PROVIDER_CHECK_MINUTES, recheck.how, texts) : []),
    ...warnings.flatMap(({ message, todo }) =>
      report('warn', writeSentence(message, texts), writeSentence(todo, texts)),
    ),
  ];
}

function reportRecheck(minutes: number, how: Sentence, texts: Texts): Finding[] {
  if (minutes > 0)
    return report('ok', fillText(texts.findRecheck, { minutes, how: writeSentence(how, texts) }));
  return report('warn', texts.findNoRecheck, texts.findNoRecheckTodo);
}
