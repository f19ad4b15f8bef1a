import * as texts from 'virtual:site/texts';
import type { Refused } from '../api-client.ts';
import { fillText } from '../fill-text.ts';
import { getPageLanguage } from '../page-language.ts';

const minutes = new Intl.NumberFormat(getPageLanguage(), {
  style: 'unit',
  unit: 'minute',
  unitDisplay: 'long',
});

export function describeTooManyPasswords(waitSeconds = 60): string {
  return fillText(texts.tooManyPasswords, { wait: minutes.format(Math.ceil(waitSeconds / 60)) });
}

/** The error text of a refused change, and the field to focus: `field`, or that of the confirming password. */
export function describeRefusedChange(
  { code, message, waitSeconds }: Refused,
  field: string,
  password = 'current',
): [why: string, field: string] {
  switch (code) {
    case 'wrong-credentials':
      return [texts.wrongCurrentPassword, password];
    case 'invalid':
      return [message, field];
    case 'last-administrator':
      return [texts.lastAdministratorSelf, field];
    case 'too-many-attempts':
      return [describeTooManyPasswords(waitSeconds), password];
    default:
      return [texts.notChangedNow, password];
  }
}
