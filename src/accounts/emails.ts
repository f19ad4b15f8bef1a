/** RFC 5321, 4.5.3.1.3 */
const MAX_CHARACTERS = 254;
// What a mail server accepts is its own affair; this keeps out what cannot be one address.
const SHAPE = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u;

/** The one spelling under which an e-mail is kept and compared; `undefined` when it cannot be one. */
export function normaliseEmail(text: string): string | undefined {
  if (text.length > 2 * MAX_CHARACTERS) return undefined;
  // Lower-casing can leave composed letters apart, so the form is restored after it.
  const email = text.trim().normalize('NFC').toLowerCase().normalize('NFC');
  return email.length <= MAX_CHARACTERS && email.isWellFormed() && SHAPE.test(email) ? email : undefined;
}
