/**
 * Words that people turn into passwords by adding a year and a sign, in the languages of readers. Lists of leaked
 * passwords are mostly English, so these cover other languages.
 */

/** The platform's `Intl` supplies the months and weekdays of these languages. */
const LANGUAGES = [
  ...[
    'en',
    'es',
    'de',
    'fr',
    'it',
    'pt',
    'nl',
    'sv',
    'da',
    'nb',
    'fi',
    'pl',
    'cs',
    'sk',
    'hu',
    'ro',
    'tr',
    'ru',
  ],
  ...['uk', 'el', 'ca', 'hr', 'id'],
];

const SEASONS = [
  ...['spring', 'summer', 'autumn', 'fall', 'winter', 'primavera', 'verano', 'otoño', 'invierno'],
  ...['frühling', 'fruehling', 'frühjahr', 'sommer', 'herbst', 'printemps', 'été', 'automne', 'hiver'],
  ...['estate', 'autunno', 'inverno', 'verão', 'outono', 'lente', 'zomer', 'herfst', 'vår', 'sommar', 'höst'],
  ...[
    'vinter',
    'forår',
    'efterår',
    'høst',
    'kevät',
    'kesä',
    'syksy',
    'talvi',
    'wiosna',
    'lato',
    'jesień',
    'zima',
  ],
  ...['jaro', 'léto', 'podzim', 'jar', 'leto', 'jeseň', 'tavasz', 'nyár', 'ősz', 'tél', 'primăvară', 'vară'],
  ...[
    'toamnă',
    'iarnă',
    'ilkbahar',
    'yaz',
    'sonbahar',
    'kış',
    'весна',
    'лето',
    'осень',
    'зима',
    'літо',
    'осінь',
  ],
  ...[
    'vesna',
    'osen',
    'haru',
    'natsu',
    'aki',
    'fuyu',
    'estiu',
    'tardor',
    'hivern',
    'proljeće',
    'ljeto',
    'jesen',
  ],
];

const GREETINGS_AND_PASSWORDS = [
  ...['password', 'passw', 'welcome', 'hello', 'changeme', 'change', 'letmein', 'login', 'secret', 'default'],
  ...['contraseña', 'clave', 'bienvenido', 'bienvenida', 'bienvenidos', 'hola', 'cambiame', 'secreto'],
  ...['passwort', 'kennwort', 'willkommen', 'hallo', 'geheim', 'ändern', 'motdepasse', 'passe', 'bienvenue'],
  ...[
    'bonjour',
    'salut',
    'azerty',
    'benvenuto',
    'benvenuta',
    'ciao',
    'senha',
    'bemvindo',
    'bem',
    'vindo',
    'olá',
  ],
  ...['wachtwoord', 'welkom', 'lösenord', 'välkommen', 'adgangskode', 'velkommen', 'passord', 'salasana'],
  ...['tervetuloa', 'hasło', 'witaj', 'witamy', 'heslo', 'vítejte', 'jelszó', 'parolă', 'parola', 'şifre'],
  ...['hoşgeldiniz', 'пароль', 'привет', 'qwerty', 'qwertz', 'start', 'test', 'demo'],
];

const ROLES_AND_THINGS = [
  ...[
    'admin',
    'administrator',
    'administrador',
    'administrateur',
    'amministratore',
    'root',
    'user',
    'usuario',
  ],
  ...['guest', 'gast', 'benutzer', 'documentation', 'documentación', 'dokumentation', 'docs', 'doku', 'wiki'],
  ...['manual', 'handbuch', 'company', 'firma', 'empresa', 'intranet', 'portal', 'office', 'team'],
  ...[
    'football',
    'fussball',
    'fußball',
    'futbol',
    'fútbol',
    'futebol',
    'love',
    'amor',
    'liebe',
    'amour',
    'amore',
  ],
];

const CITIES_AND_DECLARATIONS = [
  ...['madrid', 'barcelona', 'sevilla', 'berlin', 'hamburg', 'münchen', 'muenchen', 'köln', 'koeln', 'wien'],
  ...[
    'zürich',
    'zuerich',
    'paris',
    'london',
    'roma',
    'milano',
    'lisboa',
    'amsterdam',
    'fcbayern',
    'realmadrid',
  ],
  ...['tequiero', 'mucho', 'teamo', 'ichliebe', 'dich', 'jetaime', 'tiamo', 'euteamo', 'ikhou', 'vanjou'],
];

/** The name of this program, which every attacker knows. */
const PROGRAM = ['gatehouse'];

let words: ReadonlySet<string> | undefined;

/** Returns the words in the form of `simplifyWord`. */
export function listCommonWords(): ReadonlySet<string> {
  words ??= new Set(
    [
      ...SEASONS,
      ...GREETINGS_AND_PASSWORDS,
      ...ROLES_AND_THINGS,
      ...CITIES_AND_DECLARATIONS,
      ...PROGRAM,
      ...listMonthsAndDays(),
    ].map(simplifyWord),
  );
  return words;
}

/** Removes case and accents, so that `Otoño` and `otono` are the same word. */
export function simplifyWord(word: string): string {
  return word
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');
}

function listMonthsAndDays(): string[] {
  // 1 January 2023 was a Sunday.
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2023, month, 15)));
  const days = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2023, 0, 1 + day)));
  return LANGUAGES.flatMap((language) => {
    const month = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
    const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
    return [...months.map((date) => month.format(date)), ...days.map((date) => weekday.format(date))];
  });
}
