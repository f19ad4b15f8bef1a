import type { TextName } from '../../config/texts.ts';
import type { ErrorCode } from '../../model/api/error-codes.ts';

/**
 * Why an identity provider's word was not enough to sign in: a status for programs, and the text of the login page.
 * What an attacker's token is wrong in, its owner need not read; the log says it.
 */
export interface Fault {
  status: number;
  text: TextName;
}

/** Faults by their codes, each of which is in the list of all codes. */
export type Faults = Readonly<Partial<Record<ErrorCode, Fault>>>;
