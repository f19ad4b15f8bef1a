const PASSWORD_MIN_CHARACTERS = 12;
const PASSWORD_MAX_CHARACTERS = 256;

/**
 * The long ones among the passwords that every guesser tries first. Length keeps out nearly all of the public lists
 * of common passwords; repetition and counting are rules below.
 */
const WORST = new Set([
  'passwordpassword',
  'password1234',
  'password12345',
  'password123456',
  'contraseña123',
  'contraseña1234',
  'contraseñacontraseña',
  'administrator',
  'administrator1',
  'administrador',
  'administrador1',
  'changemechangeme',
  'changeme1234',
  'letmeinletmein',
  'iloveyouiloveyou',
  'welcomewelcome',
  'welcome12345',
  'qwertyuiop[]',
  'qwertyuiop12',
  'qwertyuiop123',
  'qwertyqwerty',
  'qwerty123456',
  'asdfghjkl123',
  'zaq12wsxcde3',
  'zaq1zaq1zaq1',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  'qazwsxedcrfv',
  'q1w2e3r4t5y6',
  'correcthorsebatterystaple',
  'correct horse battery staple',
]);

/** The form in which a password is hashed: the same word typed on two systems is the same password. */
export function normalisePassword(password: string): string {
  return password.normalize('NFC');
}

/** What is wrong with a new password, as one sentence; `undefined` when nothing is. */
export function passwordFault(password: string, email: string): string | undefined {
  const text = normalisePassword(password);
  const characters = [...text];
  if (characters.length < PASSWORD_MIN_CHARACTERS) {
    return `The password must have at least ${PASSWORD_MIN_CHARACTERS} characters.`;
  }
  if (!fits(characters)) return `The password must have at most ${PASSWORD_MAX_CHARACTERS} characters.`;
  // Half a character: two such passwords would have one hash.
  if (!text.isWellFormed()) return 'The password has characters that cannot be kept.';
  const lower = text.toLowerCase();
  if (lower === email || lower === email.split('@')[0]) return 'The password must not be the e-mail.';
  if (WORST.has(lower) || isMonotonous(lower))
    return 'This password is among the first that are guessed: choose another.';
  return undefined;
}

/** False for what no account can have as its password. */
export function canBePassword(password: string): boolean {
  // The plain length first: normalising is work too.
  return password.length <= 4 * PASSWORD_MAX_CHARACTERS && fits([...normalisePassword(password)]);
}

function fits(characters: readonly string[]): boolean {
  return characters.length <= PASSWORD_MAX_CHARACTERS;
}

/** `aaaaaaaaaaaa`, `abababababab`, `123412341234`, `123456789012`, `abcdefghijkl`, and backwards. */
function isMonotonous(text: string): boolean {
  if (/^(.{1,4})\1+$/su.test(text) || /^(.{5,6})\1+$/su.test(text)) return true;
  return ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz'].some((row) => {
    const backwards = [...row].reverse().join('');
    return row.includes(text) || backwards.includes(text);
  });
}
