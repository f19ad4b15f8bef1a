import type { TextName } from '../../config/texts.ts';
import type { ErrorCode } from '../../model/api/error-codes.ts';

/**
 * How a failed sign-in by an identity provider is reported: a status for programs, and a text for the sign-in page. The
 * details of an invalid token go only to the log.
 */
export interface Fault {
  status: number;
  text: TextName;
}

/** Faults by their codes, which are in the list of all error codes. */
export type Faults = Readonly<Partial<Record<ErrorCode, Fault>>>;
