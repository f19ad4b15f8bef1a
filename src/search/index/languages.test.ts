import { describe, expect, test } from 'vitest';
import { findLanguage } from './languages.ts';
import { normaliseWord } from './words.ts';

/** Forms of nouns that manuals have, the dictionary form first. */
const nouns: Readonly<Record<string, readonly string[]>> = {
  ar: [
    'كتاب كتب الكتب وكتاب',
    'ملف ملفات الملفات للملفات ملفّات',
    'مستخدم مستخدمون مستخدمين المستخدمين',
    'قاعدة قواعد القواعد بالقواعد',
    'تقرير تقارير التقارير',
    'نموذج نماذج النماذج',
    'لغة لغات اللغات',
    'عضو أعضاء الأعضاء اعضاء',
    'إعداد إعدادات الإعدادات',
    'خادم خوادم للخوادم',
  ],
  bg: [
    'файл файлове файловете файла файлът',
    'потребител потребители потребителят',
    'парола пароли паролата паролите',
  ],
  bn: ['ফাইল ফাইলগুলি ফাইলের', 'সদস্য সদস্যদের', 'সার্ভার সার্ভারের সার্ভারে'],
  cs: [
    'soubor soubory souborů souborem',
    'pravidlo pravidla pravidel',
    'heslo hesla hesel',
    'uživatel uživatelé uživatelů',
  ],
  da: ['bruger brugeren brugere brugerne', 'regel regler reglerne', 'filter filteret filtre', 'titel titler'],
  el: [
    'αρχείο αρχεία αρχείου αρχείων',
    'χρήστης χρήστες χρήστη',
    'ρύθμιση ρυθμίσεις ρύθμισης',
    'μήνυμα μηνύματα',
  ],
  es: ['interfaz interfaces', 'imagen imágenes', 'sesión sesiones', 'red redes'],
  et: [
    'fail faili failid faile failide',
    'keel keele keeled keelt',
    'konto kontod kontot',
    'aruanne aruande aruanded',
    'dokument dokumendid dokumenti',
  ],
  fa: ['کاربر کاربران کاربرها', 'فایل فایلها فایلهای فایلی', 'الگو الگوها الگویی'],
  fi: ['kieli kielen kieltä kielet', 'nimi nimen nimet', 'tili tilin tiliä tilit', 'avain avaimen avaimet'],
  ga: [
    'comhad comhaid gcomhad',
    'teimpléad teimpléid',
    'fógra fógraí',
    'riail rialacha',
    'ball baill bhaill',
    'socrú socruithe',
  ],
  hr: ['datoteka datoteke datoteku', 'korisnik korisnici korisnika', 'član članovi'],
  hu: ['fájl fájlok fájlt fájlokat', 'sablon sablonok sablont', 'csoport csoportok csoportba'],
  hy: [
    'ֆայլ ֆայլեր ֆայլերը ֆայլի ֆայլերում',
    'օգտատեր օգտատերեր օգտատերերի',
    'մեկնաբանություն մեկնաբանություններ',
  ],
  id: ['pilih memilih dipilih pilihan', 'ubah mengubah diubah perubahan', 'bayar pembayaran membayar'],
  is: ['stilling stillingar stillingum stillinganna', 'skýrsla skýrslur skýrslum', 'regla reglur reglum'],
  lt: ['narys nariai narius nario', 'žodis žodžius žodžiai', 'kalba kalbos kalbą', 'failas failai failų'],
  nb: [
    'bruker brukeren brukere brukerne',
    'regel regler',
    'nøkkel nøkler nøkkelen',
    'nummer nummeret numre',
    'filter filtre',
  ],
  ne: ['फाइल फाइलहरू फाइललाई', 'शब्द शब्दहरू शब्दहरूमा'],
  nl: ['wachtwoord wachtwoorden', 'veld velden', 'account accounts', 'instelling instellingen'],
  pl: ['plik pliki plików pliku', 'hasło hasła haseł', 'użytkownik użytkownicy użytkowników'],
  pt: [
    'versão versões versoes versao',
    'configuração configurações configuracoes',
    'variável variáveis',
    'local locais',
    'imagem imagens',
  ],
  ro: [
    'grup grupuri grupurile',
    'raport rapoarte rapoartele',
    'șablon șabloane şabloane',
    'setare setări setările',
  ],
  ru: [
    'ошибка ошибки ошибок',
    'настройка настройки настроек',
    'список списки списка',
    'отчёт отчёты отчетов',
  ],
  sl: ['nastavitev nastavitve nastavitvah', 'geslo gesla gesel', 'uporabnik uporabniki uporabnikov'],
  sr: [
    'датотека датотеке datoteka datoteku',
    'члан чланови clanovi članovi',
    'језик језици jezik jezici',
    'извештај izveštaji',
  ],
  sv: [
    'användare användaren användarna',
    'lösenord lösenordet lösenorden',
    'nyckel nycklar nyckeln',
    'konto kontot konton',
  ],
  ta: ['மொழி மொழிகள் மொழியை', 'பயனர் பயனர்கள் பயனர்களை'],
  tr: [
    'bildirim bildirimler bildirimi bildirimleri',
    'dosya dosyalar dosyası dosyayı',
    'sistem sistemi sistemler',
  ],
  uk: [
    'файл файли файлу файлів',
    'налаштування налаштувань налаштуваннях',
    'помилка помилки помилок',
    'мова мову мови',
  ],
  ur: ['زبان زبانیں زبانوں', 'فائل فائلیں', 'ترتیب ترتیبات'],
};

describe('the forms of a noun have one stem, and other nouns another', () => {
  test.each(Object.entries(nouns))('%s', (code, lines) => {
    const { findStem } = findLanguage(code);
    const stems = lines.map((line) => [...new Set(line.split(' ').map(findStem))]);
    expect(stems).toEqual(stems.map(([stem]) => [stem]));
    expect(new Set(stems.flat()).size).toBe(lines.length);
  });
});

test.each([
  ['zh', '怎么', true],
  ['zh', '如何', true],
  ['zh', '档', false],
  ['lt', 'šitas', true],
  ['tr', 'altı', true],
  ['tr', 'bazı', true],
  ['sr', 'biće', true],
  ['sr', 'није', true],
  ['zh', '件', false],
  ['ja', 'それぞれ', true],
  ['ja', 'ぞ', false],
  ['sl', 'не', false],
  ['th', 'ใน', true],
])('stop words of %s: %s %s', (code, word, isStopWord) => {
  expect(findLanguage(code).isStopWord(normaliseWord(word))).toBe(isStopWord);
});
