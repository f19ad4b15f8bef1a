import { describe, expect, test } from 'vitest';
import { checkWords } from './check.ts';
import { findPoorNames } from './names.ts';
import { findStilted } from './prose.ts';
import { readSourceText } from './source-text.ts';

describe('the prose check', () => {
  const stilted = [
    'How often each page was opened. Nobody is written down.',
    'Above every page, for everybody, within a minute and on open pages too. Who closes it does not see it again.',
    'Nothing of this kind is written down.',
    'With these, programs of {email} read this site. What ends here is refused at once.',
    'This page needs JavaScript. Who sees what is said by gatehouse check as well.',
    'Whoever administers the site can set a password and end sessions by the command line',
    'Who has no password yet gets a new link; the one before works no more.',
    'The links are told this once.',
    'Nobody is new: everybody in this file has an account.',
    'Look among unwanted mail too.',
    'Before this goes on, show once more who you are. Then nothing asks again for ten minutes.',
    'Whoever asks this finds the page, from the next build of the site on.',
    'New password once more',
    'Of factors there is this: factors reset <email>',
    'says what of a Docusaurus site comes along',
    '… can set a password by a link, once and within 72 hours. It is told this once',
    'This token is not good, or not any more.',
    'There is nothing at this address, or nothing for whoever asks.',
    'It came to nothing: the message says why.',
    'Whoever asks gets it.',
    'Nobody but administrators reaches …: no group is in all that is said of it.',
    'for who is none there is nothing at this address',
    'Of what an item shows: a category is there for whom anything in it is there for.',
    'Nobody was asked anything: it does not show that it is them who sit there.',
    "What else an `Authorization` header may hold is a proxy's, and none of our business.",
    'Who asks for more patience is told of, and not waited for.',
    'whoever has the most in it loses the newest of that, strangers first: whoever floods it turns away themselves',
    'everybody has `/account`, with a second factor for who wants one',
  ];
  test.each(stilted)('refuses: %s', (text) => {
    expect(findStilted({ text, start: 0 })).not.toEqual([]);
  });

  const plainSentences = [
    'Page views, counted anonymously.',
    'Shown at the top of every page within a minute. Readers can dismiss it.',
    'No matching audit entries.',
    'Apps that {email} uses to read this site. Revoking one takes effect immediately.',
    'This page needs JavaScript. You can also run `gatehouse check`.',
    'An administrator can set a password and end sessions from the command line',
    'People without a password get a new link. Earlier links stop working.',
    "You won't see these links again.",
    'Everyone in this file already has an account.',
    'Check your spam folder too.',
    "Confirm it's you to continue. You won't be asked again for ten minutes.",
    'Approve only if you just started this. Any app can use this name.',
    'Searches for this will find the page after the next build.',
    'Repeat new password',
    '{count} issues found',
    'This page is unlisted. Only people with the link can find it.',
    'Usage: users factors reset <email>',
    'The server is busy. Try again.',
    'Another account was just added. Run `users list`, then try again.',
    'Give a source and a destination.',
    'move documents and update everything that links to them',
    'check the installation',
    'report what can be migrated from a Docusaurus site',
    "… can set a password with these links (valid once, for 72 hours). They won't be shown again",
    'The backup process exited before finishing.',
    "This can't be verified right now.",
    'Timed out. Start again.',
    'This token is invalid or has expired.',
    'Not found, or not visible to the caller.',
    'The backup failed. See `message`.',
    'Number of backups to keep (`BACKUP_KEEP`).',
    'Whether the caller receives the digest.',
    'Only administrators can see …: no group satisfies all its audience rules.',
    'anyone else gets 404',
    'A category is visible to anyone who can see at least one of its items.',
    'Silent sign-in: it does not prove that the user is present.',
    'Ignore other schemes: a reverse proxy may use them.',
    'A longer `Retry-After` is reported instead of waited for.',
    'When full, drop the newest entry of the busiest key, unknown keys first.',
    'Every user has an account page and can turn on two-factor authentication.',
  ];
  test.each(plainSentences)('accepts: %s', (text) => {
    expect(findStilted({ text, start: 0 })).toEqual([]);
  });

  test.each([
    ['a comment of several lines', '// Tokens that this\n// nobody may read.\nlet a = 1;', 2],
    ['a doc comment', 'let a = 1;\n/**\n * Of each table.\n */\nlet b = 2;', 3],
    ['a string', "const text = 'Nobody is written down.';", 1],
    ['a template', 'const text = `is told of`;', 1],
    ['text of a component', 'const text = <p>Whoever asks</p>;', 1],
  ])('finds %s and its line', (_, code, line) => {
    const { comments, strings, lineAt } = readSourceText('a.tsx', code);
    const hits = [...comments, ...strings].flatMap(findStilted);
    expect(hits.map(({ start }) => lineAt(start))).toContain(line);
  });

  test.each([
    '/** As problems name it. */',
    '/** As MySQL does: numbers where both can be read as such. */',
    '/** By file of the document. */',
    '/** By the id of the group, in the order of the groups. */',
    "// It brings an HTML parser, which a site without a blog doesn't need.",
    '// They have no names.',
    '/** Those of the page that is shown. */',
    '// Also before the store is asked.',
    '// Its reader proved who they are a while ago.',
    '/** Their names in capitals. */',
    '// Each has a colour of its own.',
    '/** Each by the code of its problems. */',
    '// Refused, as it should be.',
    '/** Key of its set. */',
    '/** The statuses of its errors that are documented. */',
    '// More of it is left out.',
    '// Loaded only when a release has views.',
    '/** Written by the build. */',
    '/** Checked, and then stored. */',
    '/** Longer than a token is valid. */',
    '// Shorter than the timeout of the proxy.',
    '/** The same for pages of visitors. */',
    '// The same holds for posts.',
  ])('refuses a comment without a subject: %s', (code) => {
    const { comments } = readSourceText('a.ts', `${code}\nlet a = 1;`);
    expect(comments.flatMap(findStilted)).toHaveLength(1);
  });

  test.each([
    '/** The name of the file in problems. */',
    '/** As in Docusaurus, a category without items becomes a link to its page. */',
    '/** By default true. */',
    '/** A list with its rows. */',
    '/** Views, loaded only when a release has some. */',
    '/** Made-up names for tests. */',
    '// The same build wrote this script and the server.',
    '/** A timeout that is longer than that of the proxy. */',
    '/** The site in its own language. */',
    '/** Name of the folder in `i18n`, and of its parent. */',
    '/** Articles by the file of their document. */',
    "// The browser crashed in an earlier test file. It isn't started again.",
  ])('accepts a comment with a subject: %s', (code) => {
    const { comments } = readSourceText('a.ts', `${code}\nlet a = 1;`);
    expect(comments.flatMap(findStilted)).toEqual([]);
  });

  test('lets a text of the interface begin where its place names the subject', () => {
    expect(findStilted({ text: 'It appears here when it is done.', start: 0 })).toEqual([]);
  });

  test('looks at the titles of a test and not at its data', () => {
    const { strings } = readSourceText('a.test.ts', "test('tells nobody', () => f('nobody knows', 1));");
    expect(strings.map(({ text }) => text)).toEqual(['tells nobody']);
  });

  test.each([
    ['a.ts', "const text = 'The file does not exist.';"],
    ['a.ts', 'const text = `The folder is not writable. Give this user write access.`;'],
    ['a.ts', '// A reader cannot see this.'],
    ['a.test.ts', "test('rejects a token that has not been verified', f);"],
    ['a.test.ts', "test('that could not be read is left out', f);"],
    ['a.tsx', 'const text = <p>This page was not found.</p>;'],
  ])('asks for a contraction in %s: %s', (file, code) => {
    const { comments, strings } = readSourceText(file, code);
    const advice = [...comments, ...strings].flatMap(findStilted).map((hit) => hit.advice);
    expect(advice).toContain('use a contraction: "doesn\'t", "can\'t"');
  });

  test.each([
    ['a.ts', 'const text = "The file doesn\'t exist.";'],
    ['a.ts', "const isUnknownOption = message.includes('does not take an argument');"],
    ['a.ts', '// This is not a limit but a fault.'],
    ['a.ts', '// Readers are not only counted.'],
    ['a.ts', 'const sql = `SELECT 1 WHERE name IS NOT NULL`;'],
    ['a.test.ts', "test('quotes the message of Node', () => f('The file does not exist.'));"],
    ['site/a.ts', "const text = 'The role has users and cannot be deleted.';"],
  ])('needs no contraction in %s: %s', (file, code) => {
    const { comments, strings } = readSourceText(file, code);
    expect([...comments, ...strings].flatMap(findStilted)).toEqual([]);
  });

  test.each([
    ["test('that is damaged', f);", 1],
    ["test('of another issuer is refused', f);", 1],
    ["test.each(rows)('whose script is late', f);", 1],
    ["it('and gets nothing', f);", 1],
    ["test('what a page shows is text', f);", 1],
    ["test('its texts are in Spanish', f);", 1],
    ["test('rejects a file that is damaged', f);", 0],
    ["test('orders releases by name', f);", 0],
    ["test('itself unmounts its folder', f);", 0],
  ])('wants a sentence as the title of a test: %s', (code, count) => {
    expect(readSourceText('a.test.ts', code).strings.flatMap(findStilted)).toHaveLength(count);
  });

  test('lets a label be a noun clause, and not a sentence', () => {
    const findIn = (code: string) => readSourceText('a.ts', code).strings.flatMap(findStilted);
    expect(findIn("const title = 'What it does';")).toEqual([]);
    expect(findIn("const text = 'What readers typed is listed here.';")).toHaveLength(1);
  });

  test('leaves code in prose alone', () => {
    expect(findStilted({ text: 'Runs as the user `nobody` of the system.', start: 0 })).toEqual([]);
  });
});

describe('the name rule', () => {
  const findNames = (code: string) => findPoorNames(readSourceText('a.ts', code)).map(({ words }) => words);

  test.each([
    ['const found = 1;', 'found'],
    ['let { known } = state;', 'known'],
    ['const { users: others } = state;', 'others'],
    ['const [first, wanted = 1] = list;', 'wanted'],
    ['function check(given: string) {}', 'given'],
    ['const check = (told: string) => told;', 'told'],
    ['for (const made of list) {}', 'made'],
    ['class A { constructor(own: string) {} }', 'own'],
    ['export function addressOf() {}', 'addressOf'],
    ['const textOf = (node) => node.text;', 'textOf'],
    ['const tools = { partsOf() {} };', 'partsOf'],
    ['function errorsIn() {}', 'errorsIn'],
    ['const tokenIn = (text) => text;', 'tokenIn'],
    ['const near = nearName(path, routes);', 'near'],
    ['let removed = 0;', 'removed'],
    ['list.map((chosen) => chosen.id);', 'chosen'],
    ['const stored = await readFile(file);', 'stored'],
    ['const sorted = times.toSorted();', 'sorted'],
    ['function explain({ groups: declared }) {}', 'declared'],
    ['for (const way of flows) {}', 'way'],
    ['const wrong = await ask(url);', 'wrong'],
    ['const change = (changed: Account) => {};', 'changed'],
    ['const moved = await rename(file);', 'moved'],
    ['const { rows: settled } = await ask(url);', 'settled'],
    ['const [ranked = []] = lists;', 'ranked'],
    ['const shown = () => page.title();', 'shown'],
    ['function without(list: string[], one: string) {}', 'without'],
    ['const below = async (name: string) => name;', 'below'],
    ['const at = rows.indexOf(row);', 'at'],
    ['const at = text.search(/#/);', 'at'],
    ['rows.map((row, at) => [at, row]);', 'at'],
    ['rows.some(function (row, at) { return at > 2; });', 'at'],
  ])('refuses in `%s` the name %s', (code, name) => {
    expect(findNames(code)).toEqual([name]);
  });

  test.each([
    'const matchingAccounts = 1;',
    'const { known: knownDevices } = state;',
    'const { moved, visible = true } = folder;',
    'const seen = new Set();',
    'const { indexOf } = text;',
    'function findOwnerOf(page: string) {}',
    'export function findOwner() {}',
    'const signIn = (email) => email;',
    'function findLinksIn(text: string) {}',
    'const removedRow = 1;',
    'const readShownTitle = () => page.title();',
    'const below = dialog.current;',
    'const door = { within() {} };',
    'const at = clock();',
    'run((event, at) => record(event, at));',
    'entries.map(({ event, at }) => [event, at]);',
  ])('accepts `%s`', (code) => {
    expect(findNames(code)).toEqual([]);
  });
});

test('the repository has neither poor names nor stilted English', () => {
  expect(checkWords([])).toEqual([]);
});
