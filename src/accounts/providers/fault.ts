import type { TextName } from '../../config/texts.ts';
import type { ErrorCode } from '../../model/api/error-codes.ts';

/**
 * How a failed sign-in by an identity provider is reported: a status for programs, and a text for the sign-in page. The
 * details of an invalid token go only to the log.
 */
export interface Fault {
  status: number;
  /** A text of the interface, or the text itself by language. Readers of other languages get English. */
  text: TextName | TextByLanguage;
}

/** For example `{ en: 'Sign in again.', es: 'Vuelve a iniciar sesión.' }`. */
type TextByLanguage = Readonly<{ en: string } & Record<string, string>>;

/** Faults by their codes. A feature declares its codes in `errorCodes`. */
export type Faults = Readonly<Partial<Record<ErrorCode, Fault>>>;
