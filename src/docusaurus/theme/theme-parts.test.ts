import { expect, test } from 'vitest';
import { listErrors, TestSite } from '../../../testing/test-site.ts';
import { isAnswered } from '../components/answered-imports.ts';
import { explainMissingDocusaurusModule } from './missing-modules.ts';
import { findThemeSourceId, isThemeSource, readThemeSource } from './theme-sources.ts';

/** The modules of the themes of Docusaurus 3.10.2: classic, live-codeblock, mermaid and search-algolia. */
const themeModules =
  'Admonition Admonition/Icon/Danger Admonition/Icon/Info Admonition/Icon/Note Admonition/Icon/Tip Admonition/Icon/Warning Admonition/Layout Admonition/Type/Caution Admonition/Type/Danger Admonition/Type/Info Admonition/Type/Note Admonition/Type/Tip Admonition/Type/Warning Admonition/Types AnnouncementBar AnnouncementBar/CloseButton AnnouncementBar/Content BackToTopButton Blog/Components/Author Blog/Components/Author/Socials Blog/Pages/BlogAuthorsListPage Blog/Pages/BlogAuthorsPostsPage BlogArchivePage BlogLayout BlogListPage BlogListPage/StructuredData BlogListPaginator BlogPostItem BlogPostItem/Container BlogPostItem/Content BlogPostItem/Footer BlogPostItem/Footer/ReadMoreLink BlogPostItem/Header BlogPostItem/Header/Authors BlogPostItem/Header/Info BlogPostItem/Header/Title BlogPostItems BlogPostPage BlogPostPage/Metadata BlogPostPage/StructuredData BlogPostPaginator BlogSidebar BlogSidebar/Content BlogSidebar/Desktop BlogSidebar/Mobile BlogTagsListPage BlogTagsPostsPage CodeBlock CodeBlock/Buttons CodeBlock/Buttons/Button CodeBlock/Buttons/CopyButton CodeBlock/Buttons/WordWrapButton CodeBlock/Container CodeBlock/Content CodeBlock/Content/Element CodeBlock/Content/String CodeBlock/Layout CodeBlock/Line CodeBlock/Line/Token CodeBlock/Title CodeInline ColorModeToggle ContentVisibility ContentVisibility/Draft ContentVisibility/Unlisted Details DocBreadcrumbs DocBreadcrumbs/Items/Home DocBreadcrumbs/StructuredData DocCard DocCard/Description DocCard/Heading DocCard/Heading/Icon DocCard/Heading/Text DocCard/Layout DocCardList DocCategoryGeneratedIndexPage DocItem DocItem/Content DocItem/Footer DocItem/Layout DocItem/Metadata DocItem/Paginator DocItem/TOC/Desktop DocItem/TOC/Mobile DocPaginator DocRoot DocRoot/Layout DocRoot/Layout/Main DocRoot/Layout/Sidebar DocRoot/Layout/Sidebar/ExpandButton DocSidebar DocSidebar/Desktop DocSidebar/Desktop/CollapseButton DocSidebar/Desktop/Content DocSidebar/Mobile DocSidebarItem DocSidebarItem/Category DocSidebarItem/Html DocSidebarItem/Link DocSidebarItems DocTagDocListPage DocTagsListPage DocVersionBadge DocVersionBanner DocVersionRoot DocsRoot EditMetaRow EditThisPage ErrorPageContent Footer Footer/Copyright Footer/Layout Footer/LinkItem Footer/Links Footer/Links/MultiColumn Footer/Links/Simple Footer/Logo Heading Icon/Arrow Icon/Close Icon/Copy Icon/DarkMode Icon/Edit Icon/ExternalLink Icon/Home Icon/Language Icon/LightMode Icon/Menu Icon/Socials/Bluesky Icon/Socials/Default Icon/Socials/Email Icon/Socials/GitHub Icon/Socials/Instagram Icon/Socials/LinkedIn Icon/Socials/Mastodon Icon/Socials/StackOverflow Icon/Socials/Threads Icon/Socials/Twitch Icon/Socials/Twitter Icon/Socials/X Icon/Socials/YouTube Icon/Success Icon/SystemColorMode Icon/WordWrap LastUpdated Layout Layout/Provider LiveCodeBlock Logo MDXComponents MDXComponents/A MDXComponents/Code MDXComponents/Details MDXComponents/Heading MDXComponents/Img MDXComponents/Li MDXComponents/Pre MDXComponents/Ul MDXContent MDXPage Mermaid Navbar Navbar/ColorModeToggle Navbar/Content Navbar/Layout Navbar/Logo Navbar/MobileSidebar Navbar/MobileSidebar/Header Navbar/MobileSidebar/Layout Navbar/MobileSidebar/PrimaryMenu Navbar/MobileSidebar/SecondaryMenu Navbar/MobileSidebar/Toggle Navbar/Search NavbarItem NavbarItem/ComponentTypes NavbarItem/DefaultNavbarItem NavbarItem/DefaultNavbarItem/Desktop NavbarItem/DefaultNavbarItem/Mobile NavbarItem/DocNavbarItem NavbarItem/DocSidebarNavbarItem NavbarItem/DocsVersionDropdownNavbarItem NavbarItem/DocsVersionNavbarItem NavbarItem/DropdownNavbarItem NavbarItem/DropdownNavbarItem/Desktop NavbarItem/DropdownNavbarItem/Mobile NavbarItem/HtmlNavbarItem NavbarItem/LocaleDropdownNavbarItem NavbarItem/NavbarNavLink NavbarItem/SearchNavbarItem NotFound NotFound/Content PaginatorNavLink Playground Playground/Buttons/ResetButton Playground/Container Playground/Editor Playground/Header Playground/Layout Playground/Preview Playground/Provider ReactLiveScope SearchBar SearchMetadata SearchPage SearchTranslations SiteMetadata SkipToContent TOC TOCCollapsible TOCCollapsible/CollapseButton TOCInline TOCItems TOCItems/Tree TabItem Tabs Tag TagsListByLetter TagsListInline ThemeProvider ThemeProvider/TitleFormatter ThemedImage prism-include-languages'.split(
    ' ',
  );

test('answers each module of the themes, or says what to do instead', () => {
  const unexplained = themeModules
    .map((name) => `@theme/${name}`)
    .filter((name) => !isAnswered(name) && !isThemeSource(name))
    .filter((name) =>
      /Write the component without it|Did you mean/.test(explainMissingDocusaurusModule(name, [])),
    );
  expect(unexplained).toEqual([]);
});

test('every part that the list names is an export of its file', () => {
  const sources = themeModules.flatMap(
    (name) => readThemeSource(findThemeSourceId(`@theme/${name}`) ?? '') ?? [],
  );
  const parts = sources.flatMap(({ code }) => {
    const [, name = '', file = ''] =
      /^export \{ (\w+) as default \} from ".*theme-file:(.+)";$/.exec(code) ?? [];
    return name === '' ? [] : [{ name, file }];
  });
  expect(parts.length).toBeGreaterThan(60);
  const missing = parts.filter(({ name, file }) => {
    const { code = '' } = readThemeSource(`\0theme-file:${file}`) ?? {};
    return !new RegExp(`^export (?:function|const) ${name}\\b`, 'm').test(code);
  });
  expect(missing).toEqual([]);
});

test.each([
  '@theme/Tag',
  '@theme-original/Tag',
  '@theme-init/Tag',
  '@docusaurus/theme-classic/lib/theme/Tag/index.js',
])('answers a part by the name %s', (specifier) => expect(isThemeSource(specifier)).toBe(true));

test.each([
  ['@theme/Footer', 'footer are drawn around every page'],
  ['@theme-original/Navbar/Content', 'footer are drawn around every page'],
  ['@theme/BlogPostItem/Header', 'a page of your own with `@theme/Layout`'],
  ['@theme/CodeBlock/Line/Token', 'Use `@theme/CodeBlock`'],
  ['@theme/Tabz', 'Did you mean `@theme/Tabs`?'],
  ['@theme/Weather', 'Write the component without it'],
  ['@docusaurus/Linc', 'Did you mean `@docusaurus/Link`?'],
])('explains why %s is missing', (specifier, advice) => {
  expect(explainMissingDocusaurusModule(specifier, ['@theme/Tabs', '@docusaurus/Link'])).toContain(advice);
});

function readHtml(site: TestSite, address: string): string {
  const html = Buffer.from(site.page(address) ?? '', 'latin1').toString();
  return /<main[\s\S]*?<\/main>/.exec(html)?.[0] ?? html;
}

const ownTypes = {
  'docusaurus.config.js': `module.exports = { title: 'T', url: 'https://example.com', baseUrl: '/', presets: [['classic', { docs: { admonitions: { keywords: ['recipe', 'plain', 'storm'] } }, blog: false }]] };\n`,
  'src/theme/Admonition/Types.jsx': `import DefaultTypes from '@theme-original/Admonition/Types';
import Layout from '@theme/Admonition/Layout';
import TipIcon from '@theme/Admonition/Icon/Tip';
import WarningType from '@theme/Admonition/Type/Warning';
const Recipe = (props) => (
  <Layout {...props} icon={<TipIcon />} title={props.title ?? 'Recipe'} className="alert alert--success" />
);
const Plain = ({ title, ...props }) => <Layout {...props} />;
const Storm = (props) => <WarningType {...props} />;
const Note = (props) => <DefaultTypes.note {...props} className="own" />;
export default { ...DefaultTypes, recipe: Recipe, plain: Plain, storm: Storm, note: Note };
`,
};

test('the frame, the icons and the kinds of admonitions draw the site’s own kinds', async () => {
  using site = new TestSite({
    ...ownTypes,
    'docs/a.md':
      '# A\n\n:::recipe\n\nStir *well*.\n\n:::\n\n:::recipe[Soup **hot**]\n\nServe.\n\n:::\n\n:::plain\n\nBare.\n\n:::\n\n:::storm\n\nWind.\n\n:::\n\n:::note\n\nMine.\n\n:::\n\n:::tip\n\nTheirs.\n\n:::\n',
  });
  expect((await site.build()).problems).toEqual([]);
  const html = readHtml(site, '/docs/a');
  const admonitions = [
    ...html.matchAll(/<div class="([^"]*theme-admonition [^"]*)">(.*?)<\/p><\/div>/gs),
  ].map(([, classes = '', content = '']) => [
    classes
      .split(' ')
      .filter((name) => name.startsWith('theme-admonition-') || /^(?:own|alert--)/.test(name))
      .sort(),
    content
      .replaceAll(/<[^>]+>/g, ' ')
      .trim()
      .split(/\s+/)
      .join(' '),
    content.includes('<svg'),
  ]);
  expect(admonitions).toEqual([
    [['alert--success', 'theme-admonition-recipe', 'theme-admonition-tip'], 'Recipe Stir well .', true],
    [['alert--success', 'theme-admonition-recipe', 'theme-admonition-tip'], 'Soup hot Serve.', true],
    [['theme-admonition-info', 'theme-admonition-plain'], 'Bare.', false],
    [['theme-admonition-storm', 'theme-admonition-warning'], 'warning Wind.', false],
    [['own', 'theme-admonition-note'], 'note Mine.', false],
    [['theme-admonition-tip'], 'tip Theirs.', false],
  ]);
});

const passOn = `import Original from '@theme-original/Admonition';
export default function Admonition(props) {
  if (props.type === 'info') return <Original {...props} icon={<b>(i)</b>} title="Good to know" />;
  return <div className="frame"><Original {...props} /></div>;
}
`;
const drawByKind = `import { processAdmonitionProps } from '@docusaurus/theme-common';
import Types from '@theme/Admonition/Types';
export default function Admonition(unprocessed) {
  const props = processAdmonitionProps(unprocessed);
  const Type = Types[props.type];
  return Type ? <div className="frame"><Type {...props} /></div> : null;
}
`;

test.each([
  ['src/theme/Admonition.jsx', passOn, 'Good to know'],
  ['src/theme/Admonition/index.js', passOn, 'Good to know'],
  ['src/theme/Admonition/index.tsx', drawByKind, 'info'],
])('the site’s own %s draws all admonitions', async (file, code, infoTitle) => {
  using site = new TestSite({
    ...ownTypes,
    [file]: code,
    'docs/a.mdx':
      'import Admonition from \'@theme/Admonition\';\n\n# A\n\n:::info\n\nOne.\n\n:::\n\n::::recipe[Soup *hot*]\n\nTwo.\n\n:::tip\n\nThree.\n\n:::\n\n::::\n\n<Admonition type="danger" icon={<i>!</i>}>Four.</Admonition>\n',
  });
  expect((await site.build()).problems).toEqual([]);
  const html = readHtml(site, '/docs/a').replaceAll(/\n/g, '');
  const [, article = ''] = /<h1>A<\/h1><\/header>(.*?)<\/div><footer/.exec(html) ?? [];
  const text = article
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  expect(text.replace('(i) ', '')).toBe(`${infoTitle} One. Soup hot Two. tip Three. ! danger Four.`);
  expect(article.match(/class="frame"/g)).toHaveLength(code === passOn ? 3 : 4);
  expect(article.match(/theme-admonition-recipe/g)).toHaveLength(1);
  expect(article).toContain('Soup <em>hot</em>');
});

test('an interactive component draws admonitions with the same parts', async () => {
  using site = new TestSite({
    'src/components/Pot.jsx': `import { useState } from 'react';
import Types from '@theme/Admonition/Types';
import Layout from '@theme/Admonition/Layout';
import DangerIcon from '@theme/Admonition/Icon/Danger';
export default function Pot() {
  const [isHot, setHot] = useState(false);
  return (
    <>
      <Types.caution><button onClick={() => setHot(!isHot)}>Heat</button></Types.caution>
      <Layout type="pot" icon={<DangerIcon />} title="Lid" className="alert alert--danger">Closed</Layout>
      <Layout type="bare">Open</Layout>
    </>
  );
}
`,
    'docs/a.mdx': "import Pot from '@site/src/components/Pot';\n\n# A\n\n<Pot />\n",
  });
  expect((await site.build()).problems).toEqual([]);
  const html = readHtml(site, '/docs/a');
  expect(html).toMatch(
    /class="theme-admonition theme-admonition-caution admonition"[^>]*><div class="admonition-heading">.*?caution/,
  );
  expect(html).toMatch(
    /theme-admonition-pot theme-admonition-danger admonition alert alert--danger"[^>]*><div class="admonition-heading"><span class="admonition-own-icon"><svg[^>]*>.*?<\/span>Lid/,
  );
  expect(html).toMatch(/theme-admonition-bare admonition"[^>]*><div class="admonition-content">Open/);
});

test('documents and pages use parts of the theme', async () => {
  using site = new TestSite({
    'docs/a.mdx': `import Tag from '@theme/Tag';
import TagsListInline from '@theme/TagsListInline';
import TagsListByLetter from '@theme/TagsListByLetter';
import TOCItems from '@theme/TOCItems';
import TOCCollapsible from '@theme/TOCCollapsible';
import EditMetaRow from '@theme/EditMetaRow';
import PaginatorNavLink from '@theme/PaginatorNavLink';
import Copy from '@theme/Icon/Copy';
import CodeElement from '@theme/CodeBlock/Content/Element';
import CardLayout from '@theme/DocCard/Layout';
import Metadata from '@theme/SearchMetadata';

# A

## First \`step\`

## Second step

<Tag permalink="/docs/b" label="wood" count={3} />
<TagsListInline tags={[{ label: 'steel', permalink: '/docs/b' }]} />
<TagsListByLetter tags={[{ label: 'glass', permalink: '/docs/b', count: 1 }]} />
<TOCItems toc={toc} />
<TOCCollapsible toc={toc} className="short" />
<EditMetaRow editUrl="https://forge.example/a" lastUpdatedAt={Date.UTC(2024, 4, 6)} lastUpdatedBy="Ida" />
<PaginatorNavLink permalink="/docs/b" title="Planks" subLabel="Next" isNext />
<CardLayout href="/docs/b" icon="*" title="Board" description="Flat wood" />
<CodeElement>let <b>plank</b></CodeElement>
<span id="icon"><Copy className="copy" width={30} /></span>
<Metadata locale="en" />
`,
    'docs/b.md': '# B\n',
    'src/pages/shop.jsx': `import Layout from '@theme/Layout';
import FooterLink from '@theme/Footer/LinkItem';
import DocPaginator from '@theme/DocPaginator';
import BlogListPaginator from '@theme/BlogListPaginator';
import BlogPostPaginator from '@theme/BlogPostPaginator';
import NavbarNavLink from '@theme/NavbarItem/NavbarNavLink';
import Author from '@theme/Blog/Components/Author';
import NotFoundContent from '@theme/NotFound/Content';
export default function Shop() {
  return (
    <Layout title="Shop">
      <FooterLink item={{ label: 'Planks', to: '/docs/b', className: 'foot' }} />
      <FooterLink item={{ label: 'Mill', href: 'https://mill.example' }} />
      <NavbarNavLink to="/docs/a" label="Start" className="nav" activeBasePath="/docs" />
      <DocPaginator previous={{ permalink: '/docs/a', title: 'A' }} next={{ permalink: '/docs/b', title: 'B' }} />
      <BlogListPaginator metadata={{ nextPage: '/docs/a' }} />
      <BlogPostPaginator prevItem={{ permalink: '/docs/b', title: 'Post' }} />
      <Author as="h3" author={{ name: 'Ida', title: 'Joiner', url: 'https://ida.example', socials: { github: 'https://forge.example/ida' } }} />
      <NotFoundContent />
    </Layout>
  );
}
`,
  });
  expect((await site.build()).problems).toEqual([]);
  const html = readHtml(site, '/docs/a');
  for (const part of [
    /<a [^>]*class="tag"[^>]*>wood<span class="tag__count">3<\/span><\/a>/,
    /<b>Tags:<\/b><ul class="tag-list"><li><a [^>]*>steel<\/a>/,
    /<h2 id="G"[^>]*>G/,
    /<ul class="table-of-contents table-of-contents__left-border"><li><a [^>]*href="#first-step"[^>]*>First <code>step<\/code><\/a>/,
    /<details class="short[^"]*"><summary>On this page<\/summary>/,
    /class="theme-edit-this-page"[^>]*>.*?Edit this page/,
    /Last updated on <b><time datetime="2024-05-06T00:00:00.000Z"[^>]*>May 6, 2024<\/time><\/b> by <b>Ida<\/b>/i,
    /class="pagination-nav__link pagination-nav__link--next"[^>]*>.*?Next.*?Planks/,
    /class="card"[^>]*>.*?Board.*?Flat wood/,
    /<code><span>let <b>plank<\/b>/,
    /<span id="icon"><svg [^>]*class="copy"/,
  ])
    expect(html).toMatch(part);
  const shop = readHtml(site, '/shop');
  for (const part of [
    /<a [^>]*class="footer__link-item foot"[^>]*>Planks/,
    /<a [^>]*href="https:\/\/mill\.example"[^>]*>Mill/,
    /<a [^>]*class="nav"[^>]*>Start/,
    /aria-label="Docs pages".*?Previous.*?Next/,
    /aria-label="Blog list page navigation".*?Older entries/,
    /aria-label="Blog post page navigation".*?Newer post/,
    /class="avatar__name".*?Ida.*?Joiner.*?github/,
    /Page Not Found/,
  ])
    expect(shop).toMatch(part);
});

test('reports a part that is drawn by the engine once, whatever imports it', async () => {
  const importFooter = "import Footer from '@theme/Footer';\n\n# A\n\n<Footer />\n";
  using site = new TestSite({
    ...Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`docs/a${number}.mdx`, importFooter])),
  });
  const result = await site.build();
  expect(listErrors(result)).toHaveLength(1);
  expect(result.problems[0]?.message).toMatch(/^This site has no `@theme\/Footer`\. Navbar, .* 4 more files/);
});
