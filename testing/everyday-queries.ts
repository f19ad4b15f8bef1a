/** Pages of a manual in one language, and what its readers type to find them. */
export interface EverydayLanguage {
  /** Title → text. */
  pages: Readonly<Record<string, string>>;
  /** Title of the page → queries that lead to it. */
  queries: Readonly<Record<string, readonly string[]>>;
}

/**
 * Short texts as manuals have them, and ten everyday queries each: other endings, words without their accents, parts of
 * compounds, words without the particles that are written onto them, and several words at once.
 */
export const everydayQueries: Readonly<Record<string, EverydayLanguage>> = {
  de: {
    pages: {
      Arbeitsverträge:
        'Die Personalabteilung speichert jeden Arbeitsvertrag in der Straße der Akten. Größere Anhänge werden komprimiert.',
      Benutzerverwaltung:
        'Hier legen Sie Benutzer an und ändern Zugriffsrechte. Häufige Fragen beantwortet der Kundendienst.',
      Fußnoten: 'Fußnoten stehen am Ende der Seite. Der Schlüssel öffnet das Verzeichnis.',
    },
    queries: {
      Arbeitsverträge: ['Vertrag', 'Vertraege', 'Strasse', 'groesser', 'Arbeitsvertrag'],
      Benutzerverwaltung: ['Verwaltung', 'Rechte', 'haeufig'],
      Fußnoten: ['Fussnote', 'schluessel'],
    },
  },
  nl: {
    pages: {
      Gebruikersbeheer: 'Beheerders wijzigen hier de toegangsrechten en het wachtwoord van een medewerker.',
      Zoekmachine: 'De zoekmachine vindt documenten. Een zoekopdracht bestaat uit enkele woorden.',
      Facturen: 'Klanten ontvangen maandelijks een verkoopfactuur per email. Reünies worden geïnd.',
    },
    queries: {
      Gebruikersbeheer: ['beheer', 'rechten', 'wachtwoorden', 'medewerkers'],
      Zoekmachine: ['machine', 'opdracht', 'document'],
      Facturen: ['factuur', 'reunie', 'klant'],
    },
  },
  sv: {
    pages: {
      Användarhandbok: 'Handboken beskriver hur du loggar in och byter lösenord.',
      Ärendehantering: 'Ett ärende skapas av kundtjänsten och får ett ärendenummer.',
      Säkerhetskopior: 'Säkerhetskopiering sker varje natt. Återställning kräver behörighet.',
    },
    queries: {
      Användarhandbok: ['handbok', 'losenord', 'anvandare', 'lösenordet'],
      Ärendehantering: ['hantering', 'kundtjänst', 'arende', 'nummer'],
      Säkerhetskopior: ['kopiering', 'aterstallning'],
    },
  },
  da: {
    pages: {
      Brugerstyring: 'Administratoren opretter brugere og ændrer adgangskoder.',
      Ansøgninger: 'En ansøgning behandles af sagsbehandleren inden for fem dage.',
      Årsrapport: 'Årsrapporten gemmes i arkivet. Størrelsen på bilag er begrænset.',
    },
    queries: {
      Brugerstyring: ['styring', 'adgangskode', 'bruger', 'aendre'],
      Ansøgninger: ['ansogning', 'ansoegning', 'behandler'],
      Årsrapport: ['rapport', 'aarsrapport', 'stoerrelse'],
    },
  },
  nb: {
    pages: {
      Søknadsskjema: 'Søkeren fyller ut skjemaet og sender søknaden til kommunen.',
      Brukerveiledning: 'Veiledningen forklarer hvordan du endrer passordet ditt.',
      Årsoppgjør: 'Regnskapsføreren ferdigstiller oppgjøret før påske.',
    },
    queries: {
      Søknadsskjema: ['soknad', 'soeknad', 'skjema', 'søknaden'],
      Brukerveiledning: ['veiledning', 'passord', 'bruker'],
      Årsoppgjør: ['oppgjor', 'aarsoppgjoer', 'regnskap'],
    },
  },
  fi: {
    pages: {
      Käyttöopas: 'Käyttöopas kertoo, miten salasana vaihdetaan asetuksissa.',
      Hakulomake: 'Hakemukset täytetään lomakkeella. Päätös lähetetään sähköpostilla.',
      Varmuuskopiointi: 'Varmuuskopio tallennetaan palvelimelle joka yö.',
    },
    queries: {
      Käyttöopas: ['opas', 'kayttoopas', 'salasanan', 'asetus'],
      Hakulomake: ['lomake', 'hakemus', 'sahkoposti'],
      Varmuuskopiointi: ['kopio', 'palvelin', 'varmuuskopiot'],
    },
  },
  hu: {
    pages: {
      Felhasználókezelés: 'A rendszergazda új felhasználót hoz létre és jelszót állít be.',
      Számlák: 'A számlát a pénzügyi osztály küldi el. A határidő harminc nap.',
      Folyamatok: 'Egy folyamatot lépésekből építünk fel.',
    },
    queries: {
      Felhasználókezelés: ['felhasználó', 'kezelés', 'jelszo', 'rendszergazdák'],
      Számlák: ['szamla', 'számlákat', 'hatarido'],
      Folyamatok: ['folyamat', 'lepes', 'lépések'],
    },
  },
  tr: {
    pages: {
      'Işık ayarları': 'Işıklar ayarlar sayfasından açılır. IŞIK düğmesine basın.',
      'İstanbul ofisi': 'Ofisimiz İstanbul’da. İletişim bilgileri aşağıdadır.',
      Kullanıcılar: 'Yönetici yeni kullanıcı ekler ve şifreyi değiştirir.',
    },
    queries: {
      'Işık ayarları': ['isik', 'ışık', 'IŞIK', 'ayar'],
      'İstanbul ofisi': ['istanbul', 'İSTANBUL', 'iletisim'],
      Kullanıcılar: ['kullanici', 'sifre', 'yonetici'],
    },
  },
  fr: {
    pages: {
      'Mots de passe': 'Pour changer votre mot de passe, ouvrez les paramètres du compte.',
      Œuvres: 'Les œuvres sont enregistrées dans la bibliothèque. Le cœur du système est l’index.',
      'Processus métier': 'Un processus comporte plusieurs étapes exécutées par des employés.',
    },
    queries: {
      'Mots de passe': ['mot de passe', 'parametre', 'changer compte'],
      Œuvres: ['oeuvre', 'œuvre', 'coeur', 'bibliotheque'],
      'Processus métier': ['etape', 'employé', 'metier'],
    },
  },
  es: {
    pages: {
      Contraseñas: 'Puede cambiar la contraseña en la configuración de su cuenta.',
      'Sesiones abiertas': 'El administrador cierra las sesiones de los usuarios inactivos.',
      Procesos: 'Cada proceso tiene tareas y variables que se guardan automáticamente.',
    },
    queries: {
      Contraseñas: ['contrasena', 'contraseñas', 'configuraciones', 'cuentas'],
      'Sesiones abiertas': ['sesion', 'sesión', 'administradores'],
      Procesos: ['tarea', 'guardar', 'variable'],
    },
  },
  it: {
    pages: {
      Autorizzazioni: 'Le autorizzazioni si modificano nelle impostazioni dell’utente.',
      Ricerca: 'La ricerca trova i documenti più recenti in pochi secondi.',
      Città: 'Scegli la città e la qualità del servizio.',
    },
    queries: {
      Autorizzazioni: ['autorizzazione', 'impostazione', 'modificare', 'utenti'],
      Ricerca: ['ricerche', 'documento', 'recente'],
      Città: ['citta', 'qualita', 'servizi'],
    },
  },
  pt: {
    pages: {
      Configurações: 'Altere as configurações e as permissões na sua conta.',
      Formulários: 'O formulário é enviado pelo funcionário e aprovado pela gerência.',
      Relatórios: 'Os relatórios mostram a duração de cada ação.',
    },
    queries: {
      Configurações: ['configuracao', 'configuração', 'permissao', 'contas'],
      Formulários: ['formulario', 'funcionarios', 'gerencia'],
      Relatórios: ['relatorio', 'duracao', 'acao'],
    },
  },
  ro: {
    pages: {
      Utilizatori: 'Administratorul adaugă un utilizator și schimbă parola.',
      Notificări: 'Notificările sunt trimise prin email în fiecare dimineață.',
      Fișiere: 'Fișierul este salvat în bibliotecă. Mărimea este limitată.',
    },
    queries: {
      Utilizatori: ['utilizator', 'utilizatorului', 'parole', 'administrator'],
      Notificări: ['notificare', 'dimineata', 'notificari'],
      Fișiere: ['fisier', 'fişier', 'biblioteca'],
    },
  },
  pl: {
    pages: {
      Użytkownicy: 'Administrator dodaje użytkownika i zmienia hasło.',
      Łączność: 'Łącze do bazy jest szyfrowane. Błąd połączenia zapisujemy w dzienniku.',
      Załączniki: 'Załącznik można pobrać. Źródło pliku jest sprawdzane.',
    },
    queries: {
      Użytkownicy: ['uzytkownik', 'haslo', 'administrator'],
      Łączność: ['lacznosc', 'blad', 'łączność', 'polaczenia'],
      Załączniki: ['zalacznik', 'zrodlo', 'plik'],
    },
  },
  cs: {
    pages: {
      Uživatelé: 'Správce přidá uživatele a změní heslo.',
      Žádosti: 'Žádost se odešle ke schválení. Lhůta je pět dní.',
      Přílohy: 'Příloha se uloží do úložiště.',
    },
    queries: {
      Uživatelé: ['uzivatel', 'heslo', 'spravce', 'uživatele'],
      Žádosti: ['zadost', 'lhuta', 'schvaleni'],
      Přílohy: ['priloha', 'uloziste', 'příloha'],
    },
  },
  ru: {
    pages: {
      Пользователи: 'Администратор добавляет пользователя и меняет пароль.',
      Отчёты: 'Отчёт показывает длительность каждой задачи.',
      Документы: 'Документы хранятся в архиве. Всё находится поиском.',
    },
    queries: {
      Пользователи: ['пользователь', 'пароли', 'администраторы', 'пользователем'],
      Отчёты: ['отчет', 'отчёты', 'задача'],
      Документы: ['документ', 'архив', 'поиск'],
    },
  },
  uk: {
    pages: {
      Користувачі: 'Адміністратор додає користувача та змінює пароль.',
      Ґрунт: 'Ґрунт і ґанок описано в довіднику.',
      'Об’єкти': 'Об’єкт має властивості. Її значення зберігаються.',
    },
    queries: {
      Користувачі: ['користувач', 'пароль', 'адміністратор'],
      Ґрунт: ['грунт', 'ґанок', 'довідник'],
      'Об’єкти': ['обʼєкт', "об'єкт", 'властивості', 'значення'],
    },
  },
  el: {
    pages: {
      Χρήστες: 'Ο διαχειριστής προσθέτει χρήστες και αλλάζει τον κωδικό.',
      Αναφορές: 'Η αναφορά δείχνει τη διάρκεια κάθε εργασίας.',
      Ρυθμίσεις: 'Οι ρυθμίσεις αποθηκεύονται αυτόματα.',
    },
    queries: {
      Χρήστες: ['χρηστες', 'ΧΡΗΣΤΕΣ', 'κωδικος', 'διαχειριστης'],
      Αναφορές: ['αναφορα', 'διαρκεια', 'ΕΡΓΑΣΙΑ'],
      Ρυθμίσεις: ['ρυθμισεις', 'ρύθμιση', 'αυτοματα'],
    },
  },
  ar: {
    pages: {
      'البحث في الوثائق': 'يمكن العثور على الوثائق والمستندات بالكلمات المفتاحية.',
      'إدارة المستخدمين': 'يضيف المسؤول مستخدمًا جديدًا ويغير كلمة المرور في الإعدادات.',
      'التقارير الشهرية': 'تُرسل التقارير إلى المدرسة وبالبريد الإلكتروني.',
    },
    queries: {
      'البحث في الوثائق': ['وثائق', 'مستندات', 'كلمات', 'بحث', 'والوثائق'],
      'إدارة المستخدمين': ['مستخدمين', 'اعدادات'],
      'التقارير الشهرية': ['تقارير', 'مدرسه', 'بريد'],
    },
  },
  he: {
    pages: {
      'ניהול משתמשים': 'המנהל מוסיף משתמש ומשנה את הסיסמה בהגדרות.',
      'חיפוש בספרים': 'והספר בבית. אפשר לחפש במסמכים לפי מילים.',
      דוחות: 'הדוחות נשלחים לעובדים כשהתהליך מסתיים.',
    },
    queries: {
      'ניהול משתמשים': ['סיסמה', 'מנהל', 'הגדרות', 'משתמשים'],
      'חיפוש בספרים': ['ספר', 'בית', 'מסמכים'],
      דוחות: ['עובדים', 'תהליך', 'הדוחות'],
    },
  },
  fa: {
    pages: {
      'مدیریت کاربران': 'مدیر کاربر جدید اضافه می‌کند و گذرواژه را تغییر می‌دهد.',
      گزارش‌ها: 'گزارش‌های ماهانه در ۱۲ صفحه ذخیره می‌شوند.',
      پرونده‌ها: 'هر پرونده یک کلید یکتا دارد.',
    },
    queries: {
      'مدیریت کاربران': ['كاربر', 'مديريت', 'گذرواژه', 'کاربران'],
      گزارش‌ها: ['گزارش', '12 صفحه', 'ماهانه'],
      پرونده‌ها: ['پرونده', 'كليد', 'یکتا'],
    },
  },
  hi: {
    pages: {
      उपयोगकर्ता: 'व्यवस्थापक नया उपयोगकर्ता जोड़ता है और पासवर्ड बदलता है।',
      खोज: 'दस्तावेज़ों की खोज कुछ शब्दों से होती है।',
      रिपोर्ट: 'मासिक रिपोर्ट ईमेल से भेजी जाती है।',
    },
    queries: {
      उपयोगकर्ता: ['उपयोगकर्ता', 'पासवर्ड', 'व्यवस्थापक', 'नया उपयोगकर्ता'],
      खोज: ['दस्तावेज़', 'दस्तावेज', 'शब्द'],
      रिपोर्ट: ['रिपोर्ट', 'ईमेल', 'मासिक'],
    },
  },
  ko: {
    pages: {
      '사용자 관리': '관리자가 사용자를 추가하고 비밀번호를 바꿉니다.',
      '문서 검색': '검색은 문서에서 단어를 찾습니다.',
      보고서: '보고서는 매달 이메일로 보냅니다.',
    },
    queries: {
      '사용자 관리': ['사용자', '비밀번호', '관리자', '비밀번호 사용자'],
      '문서 검색': ['문서', '단어', '문서 검색'],
      보고서: ['보고서', '이메일', '이메일 보고서'],
    },
  },
  zh: {
    pages: {
      用户管理: '管理员添加新用户并修改密码。',
      文档搜索: '搜索功能可以在文档中查找关键词。',
      月度报告: '报告每月通过电子邮件发送。',
    },
    queries: {
      用户管理: ['用户', '密码', '修改密码', '管理员'],
      文档搜索: ['搜索', '文档', '关键词'],
      月度报告: ['报告', '邮件', '电子邮件'],
    },
  },
  ja: {
    pages: {
      ユーザー管理: '管理者は新しいユーザーを追加し、パスワードを変更します。',
      文書の検索: '検索では文書の中の単語を探します。',
      レポート: '月次レポートはメールで送信されます。',
    },
    queries: {
      ユーザー管理: ['ユーザー', 'パスワード', 'ﾊﾟｽﾜｰﾄﾞ', '管理者'],
      文書の検索: ['検索', '単語', '文書'],
      レポート: ['レポート', 'メール', '送信'],
    },
  },
  th: {
    pages: {
      การจัดการผู้ใช้: 'ผู้ดูแลระบบเพิ่มผู้ใช้ใหม่และเปลี่ยนรหัสผ่าน',
      การค้นหาเอกสาร: 'การค้นหาจะหาคำในเอกสาร',
      รายงาน: 'รายงานประจำเดือนส่งทางอีเมล',
    },
    queries: {
      การจัดการผู้ใช้: ['ผู้ใช้', 'รหัสผ่าน', 'ผู้ดูแลระบบ', 'เปลี่ยนรหัสผ่าน'],
      การค้นหาเอกสาร: ['ค้นหา', 'เอกสาร', 'คำ'],
      รายงาน: ['รายงาน', 'อีเมล', 'เดือน'],
    },
  },
  bg: {
    pages: {
      'Управление на потребители': 'Администраторът създава нови потребители и променя паролите им.',
      'Търсене в документи': 'Търсачката намира думи в документите и показва откъс.',
      'Резервни копия': 'Сървърът създава резервно копие всяка нощ и пази последните седем.',
    },
    queries: {
      'Управление на потребители': ['потребител', 'парола', 'администратор', 'нов потребител'],
      'Търсене в документи': ['търсачка', 'документ', 'дума'],
      'Резервни копия': ['копие', 'сървър', 'резервно копие'],
    },
  },
  ca: {
    pages: {
      'Gestió d’usuaris': 'L’administrador crea usuaris nous i en canvia les contrasenyes.',
      'Cerca de documents': 'El cercador troba paraules als documents i en mostra un fragment.',
      'Còpies de seguretat': 'El servidor desa una còpia cada nit i conserva les set darreres.',
    },
    queries: {
      'Gestió d’usuaris': ['usuari', 'contrasenya', 'gestio', 'administradors'],
      'Cerca de documents': ['cercador', 'document', 'paraula'],
      'Còpies de seguretat': ['copia', 'seguretat', 'servidors'],
    },
  },
  eu: {
    pages: {
      'Erabiltzaileen kudeaketa':
        'Administratzaileak erabiltzaile berriak sortzen ditu eta pasahitzak aldatzen ditu.',
      'Dokumentuen bilaketa': 'Bilatzaileak dokumentuetako hitzak aurkitzen ditu eta zati bat erakusten du.',
      'Segurtasun-kopiak': 'Zerbitzariak gauero gordetzen du kopia bat.',
    },
    queries: {
      'Erabiltzaileen kudeaketa': ['erabiltzailea', 'pasahitza', 'kudeaketa', 'administratzailea'],
      'Dokumentuen bilaketa': ['bilaketa', 'dokumentua', 'hitza'],
      'Segurtasun-kopiak': ['kopia', 'segurtasuna', 'zerbitzaria'],
    },
  },
  ga: {
    pages: {
      'Bainistíocht úsáideoirí': 'Cruthaíonn an riarthóir úsáideoirí nua agus athraíonn sé pasfhocail.',
      'Cuardach i gcáipéisí': 'Aimsíonn an t-inneall cuardaigh focail sna cáipéisí.',
      Cúltacaí: 'Sábhálann an freastalaí cúltaca gach oíche.',
    },
    queries: {
      'Bainistíocht úsáideoirí': ['úsáideoir', 'usaideoiri', 'pasfhocal', 'riarthoir'],
      'Cuardach i gcáipéisí': ['cuardach', 'caipeisi', 'focal'],
      Cúltacaí: ['cultaca', 'freastalai', 'oiche'],
    },
  },
  hy: {
    pages: {
      'Օգտատերերի կառավարում': 'Ադմինիստրատորը ստեղծում է նոր օգտատերեր և փոխում գաղտնաբառերը։',
      'Փաստաթղթերի որոնում': 'Որոնողական համակարգը գտնում է բառեր փաստաթղթերում։',
      'Պահուստային պատճեններ': 'Սերվերը ամեն գիշեր պահպանում է պահուստային պատճեն։',
    },
    queries: {
      'Օգտատերերի կառավարում': ['օգտատեր', 'գաղտնաբառ', 'կառավարում', 'ադմինիստրատոր'],
      'Փաստաթղթերի որոնում': ['որոնում', 'փաստաթղթեր', 'բառ'],
      'Պահուստային պատճեններ': ['պատճեն', 'սերվեր', 'պահուստային'],
    },
  },
  id: {
    pages: {
      'Pengelolaan pengguna': 'Administrator membuat pengguna baru dan mengubah kata sandi.',
      'Pencarian dokumen': 'Mesin pencari menemukan kata di dalam dokumen dan menampilkan cuplikan.',
      'Cadangan data': 'Server menyimpan cadangan setiap malam.',
    },
    queries: {
      'Pengelolaan pengguna': ['pengguna', 'kata sandi', 'pengelolaan', 'pengguna baru'],
      'Pencarian dokumen': ['pencarian', 'dokumen', 'mesin pencari'],
      'Cadangan data': ['cadangan', 'server', 'malam'],
    },
  },
  lt: {
    pages: {
      'Naudotojų valdymas': 'Administratorius kuria naujus naudotojus ir keičia jų slaptažodžius.',
      'Dokumentų paieška': 'Paieškos sistema randa žodžius dokumentuose ir rodo ištrauką.',
      'Atsarginės kopijos': 'Serveris kiekvieną naktį išsaugo atsarginę kopiją.',
    },
    queries: {
      'Naudotojų valdymas': ['naudotojas', 'slaptazodis', 'valdymas', 'administratorius'],
      'Dokumentų paieška': ['paieška', 'dokumentas', 'ištrauka'],
      'Atsarginės kopijos': ['kopija', 'serveris', 'atsargine kopija'],
    },
  },
  ne: {
    pages: {
      'प्रयोगकर्ता व्यवस्थापन': 'प्रशासकले नयाँ प्रयोगकर्ता थप्छ र पासवर्ड परिवर्तन गर्छ।',
      'कागजात खोज': 'खोज इन्जिनले कागजातहरूमा शब्दहरू फेला पार्छ।',
      'मासिक प्रतिवेदन': 'प्रतिवेदनहरू हरेक महिना इमेलमा पठाइन्छ।',
    },
    queries: {
      'प्रयोगकर्ता व्यवस्थापन': ['प्रयोगकर्ता', 'पासवर्ड', 'व्यवस्थापन', 'प्रशासक'],
      'कागजात खोज': ['खोज', 'कागजात', 'शब्द'],
      'मासिक प्रतिवेदन': ['प्रतिवेदन', 'इमेल', 'महिना'],
    },
  },
  nn: {
    pages: {
      Søknadsskjema: 'Søkjaren fyller ut skjemaet og sender søknaden til kommunen.',
      Brukarrettleiing: 'Rettleiinga forklarer korleis du endrar passordet ditt.',
      Årsmelding: 'Styret skriv årsmeldinga før påske.',
    },
    queries: {
      Søknadsskjema: ['soknad', 'soeknad', 'skjema', 'søknaden'],
      Brukarrettleiing: ['rettleiing', 'passord', 'brukar'],
      Årsmelding: ['melding', 'aarsmelding', 'styre'],
    },
  },
  sa: {
    pages: {
      उपयोक्तृप्रबन्धनम्: 'प्रशासकः नूतनान् उपयोक्तॄन् सृजति कूटशब्दं च परिवर्तयति।',
      अन्वेषणम्: 'अन्वेषणयन्त्रं लेखेषु शब्दान् अन्विष्यति।',
      मासिकवृत्तान्तः: 'वृत्तान्तः प्रतिमासं विद्युत्पत्रेण प्रेष्यते।',
    },
    queries: {
      उपयोक्तृप्रबन्धनम्: ['प्रशासकः', 'कूटशब्द', 'उपयोक्तृ', 'कूटशब्दं'],
      अन्वेषणम्: ['अन्वेषण', 'लेख', 'शब्दान्'],
      मासिकवृत्तान्तः: ['वृत्तान्त', 'विद्युत्पत्र', 'मासिक'],
    },
  },
  sl: {
    pages: {
      'Upravljanje uporabnikov': 'Skrbnik ustvari nove uporabnike in spremeni gesla.',
      'Iskanje po dokumentih': 'Iskalnik najde besede v dokumentih in prikaže izsek.',
      'Varnostne kopije': 'Strežnik vsako noč shrani varnostno kopijo.',
    },
    queries: {
      'Upravljanje uporabnikov': ['uporabnik', 'geslo', 'skrbniki', 'nov uporabnik'],
      'Iskanje po dokumentih': ['iskalnik', 'dokument', 'beseda'],
      'Varnostne kopije': ['kopija', 'streznik', 'varnostna kopija'],
    },
  },
  sr: {
    pages: {
      'Управљање корисницима': 'Администратор прави нове кориснике и мења лозинке.',
      'Претрага докумената': 'Претраживач проналази речи у документима и приказује исечак.',
      'Резервне копије': 'Сервер сваке ноћи чува резервну копију.',
    },
    queries: {
      'Управљање корисницима': ['корисник', 'лозинка', 'администратор', 'управљање'],
      'Претрага докумената': ['претраживач', 'документ', 'реч'],
      'Резервне копије': ['копија', 'сервер', 'резервна копија'],
    },
  },
  ta: {
    pages: {
      'பயனர் மேலாண்மை': 'நிர்வாகி புதிய பயனர்களைச் சேர்த்து கடவுச்சொற்களை மாற்றுகிறார்.',
      'ஆவணத் தேடல்': 'தேடுபொறி ஆவணங்களில் உள்ள சொற்களைக் கண்டுபிடிக்கிறது.',
      'மாத அறிக்கை': 'அறிக்கைகள் ஒவ்வொரு மாதமும் மின்னஞ்சலில் அனுப்பப்படுகின்றன.',
    },
    queries: {
      'பயனர் மேலாண்மை': ['பயனர்', 'கடவுச்சொல்', 'நிர்வாகி', 'மேலாண்மை'],
      'ஆவணத் தேடல்': ['ஆவணம்', 'தேடல்', 'தேடுபொறி'],
      'மாத அறிக்கை': ['அறிக்கை', 'மின்னஞ்சல்', 'மாதம்'],
    },
  },
};
