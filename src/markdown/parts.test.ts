import { describe, expect, test } from 'vitest';
import { compile, type Project } from '../../testing/compile.ts';

const groups = ['staff', 'partners', 'sales'];
const compileArticle = (source: string, project: Project = {}) => compile(source, { groups, ...project });
const listTexts = ({ blocks }: { blocks: { text: string }[] }) => blocks.map(({ text }) => text);

const page = `# Page

Before.

<Audience for="staff">

## Setup

Only staff. [^1]

[^1]: A note of staff.

<Audience for="partners">

Staff who are partners.

</Audience>

</Audience>

## Setup

After, <Audience for="partners, sales">for partners</Audience> at the end.

- <Audience for="staff">Hidden item</Audience>
- Shown item
`;

describe('a part of a page', () => {
  test('is hidden from others as if it had never been written', async () => {
    const { parts, problems, toc, ...whole } = await compileArticle(page);
    expect(problems).toEqual([]);
    expect(parts?.audiences).toEqual([['staff'], ['partners'], ['partners', 'sales']]);
    expect(toc.map(({ id }) => id)).toEqual(['setup', 'setup-1']);
    expect(listTexts(whole).join(' ')).toContain('Staff who are partners.');

    const none = parts?.variants['000'];
    const never = await compileArticle(
      '# Page\n\nBefore.\n\n## Setup\n\nAfter,  at the end.\n\n- Shown item\n',
    );
    const { html, headings, blocks, markdown } = never;
    expect(none).toMatchObject({ html, headings, blocks, markdown, toc: never.toc });
    // Members of one of the groups, and of several.
    expect(Object.keys(parts?.variants ?? {}).sort()).toEqual(['000', '001', '011', '100', '101']);
    expect(parts?.variants['011']?.html).not.toContain('Staff who');
    expect(parts?.variants['101']?.html).toContain('for partners');
  });

  test('keeps its images, styles and title to itself', async () => {
    const source =
      '<Audience for="staff">\n\n# Title\n\n<p style={{ color: "red" }}>Red</p>\n\n![p](./p.png)\n\n</Audience>\n\nOpen.\n';
    const { parts, styles, assets, hasTitle } = await compileArticle(source, {
      files: { 'docs/p.png': 'x' },
    });
    expect([styles.length, assets.length, hasTitle]).toEqual([1, 1, true]);
    expect(parts?.variants['0']).toMatchObject({
      styles: [],
      assets: [],
      hasTitle: false,
      html: '<p>Open.</p>',
    });
  });

  test('can be around or in components, in imported files, and in plain Markdown', async () => {
    const tabs = `import Tabs from '@theme/Tabs';
import TabItem from '@theme/TabItem';
import Part from './_part.mdx';

<Tabs>
<TabItem value="a">Open tab</TabItem>
<Audience for="staff">
<TabItem value="b">Staff tab</TabItem>
</Audience>
</Tabs>

<Part />
`;
    const files = { 'docs/_part.mdx': 'Shared.\n\n<Audience for="sales">\n\nFor sales.\n\n</Audience>\n' };
    const { parts, html, problems } = await compileArticle(tabs, { files });
    expect(problems).toEqual([]);
    expect(html).toMatch(/Staff tab[\s\S]*For sales\./);
    expect(Object.keys(parts?.variants ?? {}).sort()).toEqual(['00', '01', '10']);
    expect(parts?.variants['00']?.html).toMatch(/Open tab[\s\S]*Shared\./);
    expect(JSON.stringify(parts?.variants['00'])).not.toMatch(/Staff tab|For sales/);

    const plain =
      'Open.\n\n<Audience for="staff">\n\n**Staff.**\n\n</Audience>\n\n> <Audience for="sales">Sales.</Audience>\n';
    const common = await compileArticle(plain, { format: 'md' });
    expect(common.problems).toEqual([]);
    expect(common.html).toMatch(/<strong>Staff\.<\/strong>[\s\S]*Sales\./);
    expect(common.parts?.variants['00']?.html).toBe('<p>Open.</p>');
  });

  test('reports unknown groups and unclear limits', async () => {
    const findMistake = async (source: string, project?: Project) => {
      const { html, problems } = await compileArticle(source, project);
      expect(html).toBe('');
      return problems.map(({ message, line }) => `${line}: ${message}`).join('\n');
    };
    expect(await findMistake('<Audience for="stuff">\n\nx\n\n</Audience>\n')).toMatch(
      /1: No group is called "stuff".*"staff"/,
    );
    expect(await findMistake('<Audience>\n\nx\n\n</Audience>\n')).toContain('Name the groups as text');
    expect(await findMistake('<audience for="staff">x</audience>\n')).toContain('Did you mean <Audience>?');
    expect(await findMistake('{<Audience for="staff">x</Audience>}\n')).toContain("can't be in code");
    expect(await findMistake('<Audience for="staff">\n\nx\n', { format: 'md' })).toContain(
      'on lines of their own',
    );
    const code =
      'import BrowserOnly from \'@docusaurus/BrowserOnly\';\n\n<Audience for="staff">\n\n<BrowserOnly>{() => <b>x</b>}</BrowserOnly>\n\n</Audience>\n';
    expect(await findMistake(code)).toContain('code that runs in the browser');
    const many = [...'abcdefg']
      .map((name) => `<Audience for="${name}">\n\n${name}\n\n</Audience>\n`)
      .join('\n');
    expect(await findMistake(many, { groups: [...'abcdefg'] })).toContain('more than 64 variants');
  });

  test("is hidden from everyone if its document can't be parsed", async () => {
    const { html } = await compileArticle(
      'Open.\n\n<Audience for="staff">\n\nStaff.\n\n</Audience>\n\n<Unclosed>\n',
      {
        lenient: true,
      },
    );
    expect(html).not.toContain('Staff.');
  });
});

describe('cards that only some readers of the page see', () => {
  const createCard = (title: string) => ({
    href: `/docs/${title}`,
    title,
    description: '',
    kind: 'doc' as const,
  });
  const createItem = (label: string) => ({
    type: 'link' as const,
    label,
    href: `/docs/${label}`,
    docId: label,
  });
  const ofStaff = {
    audiences: [['staff']],
    cards: { '1': [createCard('Open'), createCard('Inner')], '0': [createCard('Open')] },
    items: { '1': [createItem('Open'), createItem('Inner')], '0': [createItem('Open')] },
  };
  const cards = "import DocCardList from '@theme/DocCardList';\n\n<DocCardList />\n";
  const project = { cards: [createCard('Open')], listCardsOfSome: () => ofStaff };

  test('differ between the variants of the page', async () => {
    const { html, parts, links, dependencies } = await compileArticle(cards, project);
    expect(html).toContain('Inner');
    expect(parts?.audiences).toEqual([['staff']]);
    expect([
      parts?.variants['0']?.html.includes('Open'),
      parts?.variants['0']?.html.includes('Inner'),
    ]).toEqual([true, false]);
    expect(parts?.variants['0']?.hrefs).toEqual(['/docs/Open']);
    expect(links.map(({ href }) => href)).toEqual(['/docs/Open', '/docs/Inner']);
    expect(dependencies.map((dependency) => dependency.kind === 'site' && dependency.question)).toContain(
      'cardsOfSome:page',
    );
  });

  test('are those of all readers if there are too many variants or the page has errors', async () => {
    const many = [...'abcdef']
      .map((name) => `<Audience for="${name}">\n\n${name}\n\n</Audience>\n\n`)
      .join('');
    const crowded = await compileArticle(many + cards, { ...project, groups: [...'abcdef', 'staff'] });
    expect(crowded.problems).toEqual([]);
    expect(crowded.parts?.audiences).toHaveLength(6);
    expect([crowded.html.includes('Open'), crowded.html.includes('Inner')]).toEqual([true, false]);
    const broken = await compileArticle(`${cards}\n<Unknown />\n`, { ...project, lenient: true });
    expect([broken.failed, broken.html.includes('Inner')]).toEqual([true, false]);
  });
});
