import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { endThreads } from '../../src/build/work/threads.ts';
import { command as adopt } from '../../src/cli/adopt.ts';
import { createBoundary } from '../../src/config/site-boundary.ts';
import { addQuestion, addSynonym } from '../../src/content/search/add-search-words.ts';
import { writeNewDocument } from '../../src/features/authoring/new-content.ts';
import { renameContent } from '../../src/features/authoring/rename/rename.ts';
import { listErrors, TestSite } from '../../testing/test-site.ts';

/** Text that every file that must not be published contains. */
const CANARY = 'canary-of-a-file-outside-the-site';
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg"><title>${CANARY}</title></svg>`;

let outside: string;
beforeEach(() => {
  outside = mkdtempSync(path.join(tmpdir(), 'outside-'));
  for (const [name, text] of Object.entries({
    'secret.txt': CANARY,
    'accounts.db': CANARY,
    'picture.svg': PICTURE,
    'data.json': `{"text":"${CANARY}"}`,
    'page.md': `# ${CANARY}\n`,
    'folder/page.md': `# ${CANARY}\n`,
    'folder/file.txt': CANARY,
    'authors.yml': `ida:\n  name: ${CANARY}\n`,
    'style.css': `.x::after { content: "${CANARY}" }`,
  })) {
    mkdirSync(path.dirname(path.join(outside, name)), { recursive: true });
    writeFileSync(path.join(outside, name), text);
  }
});
afterAll(() => endThreads());

function createSiteWith(files: Readonly<Record<string, string>>): TestSite {
  const site = new TestSite(files);
  onTestFinished(() => {
    site[Symbol.dispose]();
    rmSync(outside, { recursive: true });
  });
  return site;
}

/** Whether the canary is in any file of the dist folder, compressed ones aside. */
function isPublished(site: TestSite): boolean {
  if (!existsSync(site.distDir)) return false;
  return readdirSync(site.distDir, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(site.distDir, name))
    .some((file) => statSync(file).isFile() && readFileSync(file, 'latin1').includes(CANARY));
}

const lenient = { BROKEN_LINKS: 'warn', BROKEN_DOCUMENTS: 'warn' } as const;

test.each(['md', 'mdx'] as const)(
  'refuses links and pictures of documents (%s) that lead out of the site, by every way to write a path',
  async (MARKDOWN_FORMAT) => {
    const formatPathUp = (from: string, name: string) => path.relative(from, path.join(outside, name));
    const site = createSiteWith({});
    const docs = path.join(site.root, 'docs');
    const encodedPath = formatPathUp(docs, 'secret.txt').replaceAll('../', '%2e%2E/');
    const uses = [
      `[link](${formatPathUp(docs, 'secret.txt')})`,
      `[database](${formatPathUp(docs, 'accounts.db')} "title")`,
      `![picture](${formatPathUp(docs, 'picture.svg')})`,
      `![by reference][picture]`,
      `[encoded](${encodedPath})`,
      `[site](@site/${formatPathUp(site.root, 'secret.txt')})`,
      `[static](/${formatPathUp(path.join(site.root, 'static'), 'secret.txt')})`,
      `[data](../data/secret.key)`,
      `[hidden](./.env.txt)`,
      `[hidden folder](../.config/token.txt)`,
      `![fragment](${formatPathUp(docs, 'picture.svg')}#x)`,
    ];
    site.write(
      'docs/a.md',
      `# A\n\n${uses.join('\n\n')}\n\n[picture]: ${formatPathUp(docs, 'picture.svg')}\n`,
    );
    for (const name of ['data/secret.key', 'docs/.env.txt', '.config/token.txt']) site.write(name, CANARY);
    site.write('static/here.txt', 'here');
    const result = await site.build({ MARKDOWN_FORMAT, ...lenient });
    expect(result.ok).toBe(false);
    expect(listErrors(result)).toEqual(
      uses.map((_, index) => `file-outside-site ${path.join(docs, 'a.md')}:${3 + 2 * index}`),
    );
    const [first] = result.problems.filter(({ severity }) => severity === 'error');
    expect(first?.message).toContain('`linkedFolders`');
    expect(isPublished(site)).toBe(false);
  },
);

test.each(['md', 'mdx'] as const)(
  'publishes only pictures and downloads from folders whose names begin with a dot (%s)',
  async (MARKDOWN_FORMAT) => {
    const site = createSiteWith({
      'docs/.gitbook/assets/plan (1).svg':
        '<svg xmlns="http://www.w3.org/2000/svg"><title>plan</title></svg>',
      '.attachments/notes.pdf': 'notes',
    });
    const refusedNames = [
      '../.git/config',
      '../.git/refs/heads/release.zip',
      '../.ssh/keys.zip',
      './.gitbook/.env',
      './.gitbook/.env.png',
      './.gitbook/token.txt',
      './.gitbook/settings.json',
    ];
    for (const name of refusedNames) site.write(path.join('docs', name), CANARY);
    site.write('.config/keys.zip/id_rsa.txt', CANARY);
    symlinkSync('../.config/keys.zip/id_rsa.txt', path.join(site.root, '.attachments/link.png'));
    symlinkSync('.gitbook/assets/plan (1).svg', path.join(site.docsDir, 'plan.svg'));
    const allowedUses = [
      '![plan](<.gitbook/assets/plan (1).svg>)',
      '[notes](../.attachments/notes.pdf)',
      '[linked](./plan.svg)',
    ];
    const refusedUses = [
      ...refusedNames.map((name) => `![file](${name})`),
      '![picture](../.attachments/link.png)',
      '![picture](./.gitbook/.env.png)',
    ];
    const writePage = (uses: readonly string[]) => site.write('docs/a.md', `# A\n\n${uses.join('\n\n')}\n`);
    writePage([...refusedUses, ...allowedUses]);
    const result = await site.build({ MARKDOWN_FORMAT, ...lenient });
    expect(listErrors(result)).toEqual(
      refusedUses.map((_, index) => `file-outside-site ${path.join(site.docsDir, 'a.md')}:${3 + 2 * index}`),
    );
    expect(isPublished(site)).toBe(false);

    writePage(allowedUses);
    expect((await site.build({ MARKDOWN_FORMAT })).problems).toEqual([]);
    const assets = [...site.served().keys()].filter((url) => url.includes('/_assets/'));
    expect(assets.filter((url) => /\/(?:plan|notes)/.test(url))).toHaveLength(3);

    // A folder that is called like an archive is a folder.
    symlinkSync('../.config/keys.zip', path.join(site.root, 'docs/keys'));
    expect(listErrors(await site.build({ MARKDOWN_FORMAT, ...lenient }))).toEqual([
      `file-outside-site ${path.join(site.docsDir, 'keys')}`,
    ]);
    expect(isPublished(site)).toBe(false);
  },
);

test('publishes no file outside the site that raw HTML names', async () => {
  const site = createSiteWith({});
  const away = path.relative(path.join(site.root, 'static'), path.join(outside, 'picture.svg'));
  site.write(
    'docs/a.md',
    `# A\n\n<img src="/${away}" srcset="/${away} 2x"/>\n\n<a href="/${away}">file</a>\n\n<video src="/${away}" poster="/${away}"></video>\n`,
  );
  await site.build({ MARKDOWN_FORMAT: 'md', ...lenient });
  expect(isPublished(site)).toBe(false);
});

test('refuses files that code in documents imports from outside the site or from the server’s folders', async () => {
  const site = createSiteWith({});
  const docs = path.join(site.root, 'docs');
  const up = path.relative(docs, outside);
  const documents = {
    'required.mdx': `# A\n\n<img src={require('${up}/picture.svg').default}/>\n`,
    'imported.mdx': `import picture from '${up}/picture.svg';\n\n# A\n\n<img src={picture}/>\n`,
    'data.mdx': `import data from '../data/data.json';\n\n# A\n\n{data.text}\n`,
    'raw.mdx': `import text from '!!raw-loader!../data/secret.key';\n\n# A\n\n{text}\n`,
    'partial.mdx': `import Part from '../data/_part.md';\n\n# A\n\n<Part/>\n`,
    'hidden.mdx': `import data from '../.config/data.json';\n\n# A\n\n{data.text}\n`,
    'component.mdx': `import { Part } from '@site/src/components/part';\n\n# A\n\n<Part/>\n`,
  };
  for (const [name, text] of Object.entries(documents)) site.write(`docs/${name}`, text);
  site.write('data/data.json', `{"text":"${CANARY}"}`);
  site.write('.config/data.json', `{"text":"${CANARY}"}`);
  site.write('data/secret.key', CANARY);
  site.write('data/_part.md', `# ${CANARY}\n`);
  site.write(
    'src/components/part.tsx',
    `import data from '../../data/data.json';\nimport './part.css';\nexport const Part = () => <p>{data.text}</p>;\n`,
  );
  symlinkSync(path.join(outside, 'picture.svg'), path.join(site.root, 'src/components/picture.svg'));
  site.write('src/components/part.css', '\n.part { background: url("./picture.svg") }\n');
  const result = await site.build(lenient);
  const refusedLinks = result.problems.filter(({ message }) => message.includes('` leads to '));
  expect(
    new Set(refusedLinks.map(({ file = '', line }) => `${file.replace(`${site.root}/`, '')}:${line}`)),
  ).toEqual(
    new Set([
      'docs/required.mdx:3',
      'docs/imported.mdx:1',
      'docs/data.mdx:1',
      'docs/raw.mdx:1',
      'docs/partial.mdx:1',
      'docs/hidden.mdx:1',
      'src/components/part.tsx:1',
      'src/components/part.css:2',
    ]),
  );
  expect(isPublished(site)).toBe(false);
});

test('refuses style sheets of the site that name files outside of it', async () => {
  const site = createSiteWith({ 'docs/a.md': '# A\n' });
  site.write('site.config.ts', `export default { styles: ['./src/css/custom.css'] };\n`);
  const css = path.join(site.root, 'src/css');
  site.write(
    'src/css/custom.css',
    `@import "./more.css";\n.a { background: url(${path.relative(css, path.join(outside, 'picture.svg'))}) }\n`,
  );
  site.write('src/css/more.css', `\n\n.b { background: url('../../data/picture.svg?x') }\n`);
  site.write('data/picture.svg', PICTURE);
  const result = await site.build();
  expect(
    listErrors(result)
      .map((error) => error.replace(`${site.root}/`, ''))
      .sort(),
  ).toEqual(['file-outside-site src/css/custom.css:2', 'file-outside-site src/css/more.css:3']);
  expect(isPublished(site)).toBe(false);
});

test.each([
  ['composes a class', "composes: article from './sheet.css'"],
  ['takes a value', "} @value article from './sheet.css'; .other {"],
  ['shows a set of pictures', "background: image-set('../data/picture.svg' 1x)"],
])('refuses a CSS module that %s of a file outside of what the site publishes', async (_, style) => {
  const site = createSiteWith({
    'docs/a.mdx': "import Box from '../src/box';\n\n# A\n\n<Box />\n",
    'src/box.jsx':
      "import styles from './box.module.css';\nexport default () => <p className={styles.box}>Box</p>;\n",
    'src/box.module.css': `\n.box { ${style} }\n`,
    'data/picture.svg': PICTURE,
  });
  writeFileSync(path.join(outside, 'sheet.css'), `.article { --canary: "${CANARY}" }\n`);
  symlinkSync(path.join(outside, 'sheet.css'), path.join(site.root, 'src/sheet.css'));
  const result = await site.build();
  expect(listErrors(result).map((error) => error.replace(`${site.root}/`, ''))).toEqual([
    'file-outside-site src/box.module.css:2',
  ]);
  expect(isPublished(site)).toBe(false);
});

test.each([
  ['the style sheet of the configuration', 'src/css/custom.css', 'sheet.css', 'src/css/custom.css'],
  ['its folder', 'src/css', 'styles', 'src/css/custom.css'],
  ['a style sheet that it imports', 'src/css/more.css', 'sheet.css', 'src/css/custom.css:1'],
])('refuses %s if it is a symbolic link that leads out of the site', async (_, link, target, place) => {
  const site = createSiteWith({ 'docs/a.md': '# A\n' });
  site.write('site.config.ts', `export default { styles: ['src/css/custom.css'] };\n`);
  const sheet = `.article { --canary: "${CANARY}" }\n`;
  writeFileSync(path.join(outside, 'sheet.css'), sheet);
  mkdirSync(path.join(outside, 'styles'));
  writeFileSync(path.join(outside, 'styles/custom.css'), sheet);
  site.write('src/css/custom.css', '@import "./more.css";\n');
  site.write('src/css/more.css', '.article { color: red }\n');
  rmSync(path.join(site.root, link), { recursive: true });
  symlinkSync(path.join(outside, target), path.join(site.root, link));
  const result = await site.build();
  expect(listErrors(result).map((error) => error.replace(`${site.root}/`, ''))).toEqual([
    `file-outside-site ${place}`,
  ]);
  expect(isPublished(site)).toBe(false);
});

test('refuses symbolic links that lead out of the site, wherever content is read', async () => {
  const site = createSiteWith({
    'docs/a.md': '# A\n',
    'static/here.txt': 'here',
    'blog/2024-01-01-a.md': '# Post\n',
    'src/pages/here.md': '# Here\n',
    'theme/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'i18n/es/code.json': '{}',
    'data/secret.key': CANARY,
    '.env': CANARY,
    'site.config.ts': `export default { blogs: [{}], i18n: { locales: ['en', 'es'] } };\n`,
  });
  const links = {
    'docs/linked.md': 'page.md',
    'docs/folder': 'folder',
    'docs/_questions': 'folder',
    'static/linked.txt': 'secret.txt',
    'static/folder': 'folder',
    'blog/authors.yml': 'authors.yml',
    'src/pages/linked.md': 'page.md',
    'theme/logo.svg': 'picture.svg',
    'i18n/es/docusaurus-plugin-content-docs': 'folder',
    versioned_docs: 'folder',
    'versions.json': 'data.json',
  };
  for (const [name, target] of Object.entries(links))
    symlinkSync(path.join(outside, target), path.join(site.root, name));
  symlinkSync('../data', path.join(site.root, 'static/data'));
  symlinkSync('../.env', path.join(site.root, 'static/env.txt'));
  const result = await site.build(lenient);
  const reportedNames = [...Object.keys(links), 'static/data', 'static/env.txt'];
  expect(listErrors(result)).toEqual(
    reportedNames.map((name) => `file-outside-site ${path.join(site.root, name)}`).sort(),
  );
  expect(isPublished(site)).toBe(false);
});

test('refuses a folder of documents that is itself a link out of the site', async () => {
  const site = createSiteWith({});
  rmSync(site.docsDir, { recursive: true });
  symlinkSync(path.join(outside, 'folder'), site.docsDir);
  const result = await site.build(lenient);
  expect(listErrors(result)).toEqual([`file-outside-site ${site.docsDir}`]);
  expect(isPublished(site)).toBe(false);
});

test('refuses a server folder that is inside the static files or the documents', async () => {
  const site = createSiteWith({
    'docs/a.md': '# A\n',
    'docs/backups/b.md': `# ${CANARY}\n`,
    'static/data/accounts.db': CANARY,
  });
  const result = await site.build({
    DATA_DIR: path.join(site.root, 'static/data'),
    BACKUP_DIR: path.join(site.docsDir, 'backups'),
  });
  expect(listErrors(result)).toEqual([
    `file-outside-site ${path.join(site.docsDir, 'backups')}`,
    `file-outside-site ${path.join(site.root, 'static/data')}`,
  ]);
  expect(isPublished(site)).toBe(false);
});

test('publishes no static file whose name begins with a dot, except below .well-known', async () => {
  const site = createSiteWith({
    'docs/a.md': '# A\n',
    'static/.well-known/security.txt': 'Contact: mailto:security@example.com\n',
    'static/.env': CANARY,
    'static/.git/config': CANARY,
    'static/folder/.htpasswd': CANARY,
    'static/.well-known/.secret': CANARY,
    'static/.nojekyll': '',
  });
  const { ok, problems } = await site.build();
  expect(ok).toBe(true);
  expect([...site.served().keys()].filter((url) => url.includes('/.'))).toEqual([
    '/.well-known/security.txt',
  ]);
  // There is one warning, which names all four.
  expect(problems.map(({ code, file = '' }) => `${code} ${path.basename(file)}`)).toEqual(['dotfile .env']);
  expect(problems[0]?.message).toMatch(
    /3 more files have the same: \S*\.git\/config, \S*\.well-known\/\.secret, \S*folder\/\.htpasswd\.$/,
  );
  expect(isPublished(site)).toBe(false);
});

test('accepts files in the site’s repository and in folders that the configuration names', async () => {
  const site = createSiteWith({});
  const website = path.join(site.root, 'website');
  rmSync(site.docsDir, { recursive: true });
  execFileSync('git', ['init', '-q', site.root]);
  const up = path.relative(path.join(site.root, 'guides'), outside);
  site.write('guides/a.md', `# A\n\n![p](../pictures/p.svg)\n\n[file](${up}/secret.txt)\n\n[b](./b.md)\n`);
  site.write('pictures/p.svg', PICTURE);
  site.write('shared/b.md', '# B\n');
  symlinkSync('../shared/b.md', path.join(site.root, 'guides/b.md'));
  site.write(
    'website/site.config.ts',
    `export default { docs: [{ path: '../guides' }], linkedFolders: [${JSON.stringify(path.relative(website, outside))}] };\n`,
  );
  const build = await site.build({ SITE_DIR: website });
  expect(build.problems).toEqual([]);
  const urls = [...site.served().keys()];
  expect(urls).toContain('/docs/b');
  expect(urls.filter((url) => /\/_assets\/(?:p|secret)\./.test(url))).toHaveLength(2);

  // A docusaurus.config has no such key, but it has custom fields.
  rmSync(path.join(website, 'site.config.ts'));
  const writeConfig = (more: string) =>
    site.write(
      'website/docusaurus.config.js',
      `module.exports = { title: 'T', url: 'https://example.com', baseUrl: '/', ${more} presets: [['classic', { docs: { path: '../guides' }, blog: false }]] };\n`,
    );
  writeConfig(`customFields: { linkedFolders: [${JSON.stringify(path.relative(website, outside))}] },`);
  expect(listErrors(await site.build({ SITE_DIR: website }))).toEqual([]);
  writeConfig('');
  expect(listErrors(await site.build({ SITE_DIR: website }))).toEqual([
    `file-outside-site ${path.join(site.root, 'guides/a.md')}:5`,
  ]);
});

test('accepts a documents folder that the environment or the configuration names, without a repository', async () => {
  const site = createSiteWith({});
  site.write(
    'site.config.ts',
    `export default { docs: [{ path: ${JSON.stringify(path.relative(site.root, path.join(outside, 'folder')))} }] };\n`,
  );
  expect(listErrors(await site.build())).toEqual([]);
  expect(site.page('/docs/page')).toContain(CANARY);
  rmSync(path.join(site.root, 'site.config.ts'));
  expect(listErrors(await site.build({ DOCS_DIR: path.join(outside, 'folder') }))).toEqual([]);
  writeFileSync(path.join(outside, 'folder/page.md'), '# Page\n\n[beside](../secret.txt)\n');
  expect(listErrors(await site.build({ DOCS_DIR: path.join(outside, 'folder') }))).toEqual([
    `file-outside-site ${path.join(outside, 'folder/page.md')}:3`,
  ]);
});

test('a link that turns into one out of the site is noticed by the next build', async () => {
  const site = createSiteWith({
    'docs/a.md': '# A\n\n![p](./p.svg)\n',
    'docs/p.svg': PICTURE.replace(CANARY, ''),
  });
  expect((await site.build()).ok).toBe(true);
  rmSync(path.join(site.root, 'docs/p.svg'));
  symlinkSync(path.join(outside, 'picture.svg'), path.join(site.root, 'docs/p.svg'));
  expect(listErrors(await site.build())).toEqual([`file-outside-site ${path.join(site.docsDir, 'p.svg')}`]);
  expect(isPublished(site)).toBe(false);
});

test('new and rename write nothing through links that lead out of the site', async () => {
  const site = createSiteWith({ 'docs/a.md': '# A\n', 'docs/b.md': '# B\n\n[a](./a.md)\n' });
  symlinkSync(path.join(outside, 'folder'), path.join(site.docsDir, 'out'));
  symlinkSync(path.join(outside, 'missing.md'), path.join(site.docsDir, 'dangling.md'));
  const environment = site.environment();
  for (const name of ['out/new.md', 'out/deeper/new.md', 'dangling.md']) {
    const file = path.join(site.docsDir, name);
    expect(await writeNewDocument(environment, site.root, { file, title: 'New' })).toMatchObject({
      fault: expect.stringContaining('outside the site folder'),
    });
  }
  const from = path.join(site.docsDir, 'a.md');
  expect(
    await renameContent(environment, site.root, { from, to: path.join(site.docsDir, 'out/a.md') }),
  ).toMatchObject({ fault: expect.stringContaining('outside the site folder') });
  symlinkSync(path.join(outside, 'data.json'), path.join(site.docsDir, 'redirects.json'));
  expect(
    await renameContent(environment, site.root, { from, to: path.join(site.docsDir, 'c.md') }),
  ).toMatchObject({ fault: expect.stringContaining('outside the site folder') });
  expect(existsSync(from)).toBe(true);
  expect(readFileSync(path.join(site.docsDir, 'b.md'), 'utf8')).toContain('./a.md');
  expect(readdirSync(path.join(outside, 'folder')).sort()).toEqual(['file.txt', 'page.md']);
  expect(readFileSync(path.join(outside, 'data.json'), 'utf8')).toBe(`{"text":"${CANARY}"}`);
  expect(existsSync(path.join(outside, 'missing.md'))).toBe(false);
});

test("words that administrators add aren't written through links that lead out of the site", async () => {
  const site = createSiteWith({ 'docs/a.md': '# A\n' });
  const boundary = createBoundary(site.root, site.environment(), site.root);
  const folder = { docsDir: site.docsDir, boundary };
  symlinkSync(path.join(outside, 'folder'), path.join(site.docsDir, '_questions'));
  expect((await addQuestion(folder, '/docs/a', 'why')).isWritten).toBe(false);
  rmSync(path.join(site.docsDir, '_questions'));
  site.write('docs/_questions/a.yaml', '');
  symlinkSync(path.join(outside, 'secret.txt'), path.join(site.docsDir, '_questions/synonyms.txt'));
  expect((await addSynonym(folder, 'boss => manager')).isWritten).toBe(false);
  expect(readdirSync(path.join(outside, 'folder')).sort()).toEqual(['file.txt', 'page.md']);
  expect(readFileSync(path.join(outside, 'secret.txt'), 'utf8')).toBe(CANARY);
});

test('adopt --write copies no link that leads out, and keeps those within the site', async () => {
  const site = createSiteWith({
    'docusaurus.config.js': `module.exports = { title: 'T', url: 'https://example.com', baseUrl: '/', presets: [['classic', {}]] };\n`,
    'docs/a.md': '# A\n',
  });
  symlinkSync('a.md', path.join(site.docsDir, 'same.md'));
  symlinkSync(path.join(site.docsDir, 'a.md'), path.join(site.docsDir, 'absolute.md'));
  symlinkSync(path.join(outside, 'page.md'), path.join(site.docsDir, 'out.md'));
  symlinkSync(path.join(outside, 'folder'), path.join(site.docsDir, 'folder'));
  const target = path.join(outside, 'adopted');
  const answer = await adopt.answer('adopt', [site.root, '--write', target], []);
  const docs = path.join(target, 'docs');
  expect(readdirSync(docs).sort()).toEqual(['a.md', 'absolute.md', 'same.md']);
  for (const name of ['absolute.md', 'same.md'])
    expect(realpathSync(path.join(docs, name))).toBe(path.join(docs, 'a.md'));
  expect(JSON.stringify(answer)).toContain('docs/out.md');
  expect(JSON.stringify(answer)).toContain('docs/folder');
});
