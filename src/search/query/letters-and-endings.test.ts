import { afterAll, describe, expect, test } from 'vitest';
import { createTemporarySearch } from '../../../testing/search-index.ts';
import { searchPage } from '../../../testing/search-page.ts';

/** Pages whose title and text are this one word, by the language of the site. */
const wordsByLanguage: Readonly<Record<string, readonly string[]>> = {
  hi: ['मेल', 'मिल', 'माल', 'मूल', 'दिन', 'दान', 'सूची', 'सच', 'पता', 'पति'],
  bn: ['বল', 'বাল', 'বেল'],
  ta: ['பால்', 'பலி', 'பேல்'],
  te: ['పాలు', 'పులి', 'పేలు'],
  th: ['คัน', 'ขึ้น', 'มี', 'มือ'],
  km: ['តម', 'តាម', 'តូម'],
  my: ['မန်', 'မိန်', 'မာန်'],
  ja: ['ポート', 'ボード', 'ホスト', 'ポスト', 'パス', 'バス', 'ガス', 'ペット', 'ベッド'],
};

/** Sentences by language. The sentence is also the title of its page. */
const sentences: Readonly<Record<string, readonly string[]>> = {
  fi: [
    'Pääkäyttäjä myöntää käyttöoikeuksia',
    'Tietokantapalvelimen vaihto',
    'Siirry kirjautumissivulle',
    'Lähetämme viestin matkapuhelimeen',
    'Verkkoyhteyden ja tulostimen ominaisuudet',
  ],
  ko: [
    '서버는 매일 밤 백업을 만듭니다',
    '비밀번호재설정 링크',
    '이메일주소를 확인합니다',
    '전자결재시스템에서 팀장이 결재합니다',
    '방화벽 규칙을 확인하세요',
    '결제설정에서 바꿉니다',
  ],
  he: ['פתחו את ההגדרות', 'חפשו מילים במסמכים', 'שפות ותיקיות', 'תשובות לשאלות של לקוח'],
  hi: ['हिन्दी और अंग्रेज़ी भाषाएँ', 'सम्बन्ध और संदेश', 'बड़े खातों की बैठक', 'कर्मचारियों की छुट्टियाँ', 'हाँ या नहीं'],
  ja: [
    'バックアップの作成',
    'ﾛｸﾞｲﾝの方法',
    '国際版の図',
    'ユーザの登録',
    'サーバーの再起動',
    'ヴァージョン管理',
    'ﾃﾞｰﾀﾍﾞｰｽ',
  ],
  km: ['ប្តូរពាក្យសម្ងាត់'],
  my: ['စကားဝှက် ဗုဒ္ဓ'],
  'zh-Hant': ['備份資料庫', '下載檔案', '錯誤訊息', '為何與如何'],
  'zh-Hans': ['备份数据库', '下载文件', '错误信息', '头发和发送'],
  am: ['ጸሐይ እና ዓለም'],
  de: ['Fehler im Netzwerk', 'Einstellungen für die Zahlung', 'Netzteil'],
  sv: ['Webbläsaren', 'Ärendenummer'],
  th: ['สำรองข้อมูลทุกคืน'],
};

const wordPages = Object.entries(wordsByLanguage).flatMap(([language, words]) =>
  words.flatMap((word) =>
    searchPage(word, word).map((record) => ({ ...record, language: `${language}-x-words` })),
  ),
);
const sentencePages = Object.entries(sentences).flatMap(([language, texts]) =>
  texts.flatMap((text) => searchPage(text, text).map((record) => ({ ...record, language }))),
);
const { ask, close } = createTemporarySearch([...wordPages, ...sentencePages]);
afterAll(close);

const findTitles = (query: string, language: string) =>
  ask(query, { facetFilters: [`language:${language}`] }).hits.map(({ hierarchy }) => Object(hierarchy).lvl1);

describe('words that differ only in their vowels are different words', () => {
  test.each(
    Object.entries(wordsByLanguage).flatMap(([language, words]) => words.map((word) => ({ language, word }))),
  )('$language: $word', ({ language, word }) => {
    expect(findTitles(word, `${language}-x-words`)).toEqual([word]);
  });
});

describe('other spellings and other forms of a word find it', () => {
  const [rights, server, signIn, phone, printer] = sentences.fi ?? [];
  const [backup, reset, address, approval] = sentences.ko ?? [];
  const [settings, words, folders, answers] = sentences.he ?? [];
  const [languages, relations, accounts, holidays, yes] = sentences.hi ?? [];
  const [create, logIn] = sentences.ja ?? [];
  test.each([
    ['fi', 'oikeus', rights],
    ['fi', 'käyttöoikeus', rights],
    ['fi', 'palvelin', server],
    ['fi', 'kirjautuminen', signIn],
    ['fi', 'puhelin', phone],
    ['fi', 'viesti', phone],
    ['fi', 'yhteys', printer],
    ['fi', 'tulostin', printer],
    ['fi', 'ominaisuus', printer],
    ['ko', '서버에서', backup],
    ['ko', '백업은', backup],
    ['ko', '재설정', reset],
    ['ko', '주소', address],
    ['ko', '주소가', address],
    ['ko', '시스템을', approval],
    ['ko', '팀장에게', approval],
    ['he', 'הגדרה', settings],
    ['he', 'מילה', words],
    ['he', 'מסמך', words],
    ['he', 'שפה', folders],
    ['he', 'תיקייה', folders],
    ['he', 'תשובה', answers],
    ['he', 'לקוחות', answers],
    ['hi', 'हिंदी', languages],
    ['hi', 'भाषाएं', languages],
    ['hi', 'संबंध', relations],
    ['hi', 'सन्देश', relations],
    ['hi', 'खाता', accounts],
    ['hi', 'खाते', accounts],
    ['hi', 'बैठकें', accounts],
    ['hi', 'कर्मचारी', holidays],
    ['hi', 'छुट्टी', holidays],
    ['hi', 'हां', yes],
    ['ja', 'ばっくあっぷ', create],
    ['ja', 'ろぐいん', logIn],
    // The last letter is another one, which looks the same below the first.
    ['km', 'ប្ដូរ', sentences.km?.[0]],
    ['ja', 'ユーザー', 'ユーザの登録'],
    ['ja', 'サーバ', 'サーバーの再起動'],
    ['ja', 'バージョン', 'ヴァージョン管理'],
    ['ja', 'ゔぁーじょん', 'ヴァージョン管理'],
    ['ja', 'データベース', 'ﾃﾞｰﾀﾍﾞｰｽ'],
    ['am', 'ፀሀይ', 'ጸሐይ እና ዓለም'],
    ['am', 'አለም', 'ጸሐይ እና ዓለም'],
    ['ko', '방화벽규칙', '방화벽 규칙을 확인하세요'],
    ['ko', '결제 설정', '결제설정에서 바꿉니다'],
    ['ja', '國際', '国際版の図'],
    ['ja', '圖', '国際版の図'],
    ['zh-Hant', '备份', '備份資料庫'],
    ['zh-Hant', '下载档案', '下載檔案'],
    ['zh-Hant', '错误', '錯誤訊息'],
    ['zh-Hant', '为何', '為何與如何'],
    ['zh-Hans', '備份', '备份数据库'],
    ['zh-Hans', '下載', '下载文件'],
    ['zh-Hans', '錯誤信息', '错误信息'],
    ['zh-Hans', '頭髮', '头发和发送'],
    ['zh-Hans', '發送', '头发和发送'],
    ['de', 'Netzwerkfehler', 'Fehler im Netzwerk'],
    ['de', 'Zahlungseinstellung', 'Einstellungen für die Zahlung'],
    ['sv', 'läsare', 'Webbläsaren'],
    ['sv', 'nummer', 'Ärendenummer'],
  ])('%s: %s', (language, query, title) => {
    expect(findTitles(query, language)[0]).toBe(title);
  });
});

test.each([
  ['th', 'ทุกคืน'],
  ['th', 'ข้อมูล'],
  ['km', 'ប្តូរ'],
  ['km', 'ពាក្យសម្ងាត់'],
  ['my', 'စကားဝှက်'],
  ['my', 'ဗုဒ္ဓ'],
  ['hi', 'कर्मचारियों'],
])('finds a word at each of its characters while it is being typed: %s %s', (language, word) => {
  for (let length = 1; length <= word.length; length += 1) {
    const typed = word.slice(0, length);
    expect([typed, findTitles(typed, language).some((title) => String(title).includes(word))]).toEqual([
      typed,
      true,
    ]);
  }
});
