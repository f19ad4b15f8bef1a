import path from 'node:path';
import { compile } from '@mdx-js/mdx';
import type { Definition, Image, ImageReference, Link, Nodes, Root } from 'mdast';
import type { ContainerDirective } from 'mdast-util-directive';
import type { MdxJsxAttribute, MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx';
import remarkDirective from 'remark-directive';
import remarkGfm from 'remark-gfm';
import { prepareSource } from '../../markdown/syntax/source.ts';
import { giveHeadingIds } from '../../markdown/tree/headings.ts';
import { visit } from '../../markdown/tree/visit.ts';
import { splitUrl } from '../../markdown/urls.ts';
import { ADMONITION_TYPES } from '../../model/admonition-types.ts';
import { pageHref } from '../../model/urls.ts';
import { ensureBasePath, hasProtocol } from '../../model/written-links.ts';
import { decodeUrl } from '../../shared/decode.ts';
import { formatPathFrom } from '../../shared/file-paths.ts';

/** Where links of Markdown lead that components import. */
export interface MarkdownTargets {
  siteDir: string;
  /** Path of the home page in the language of the site. */
  basePath: string;
  /** Addresses of documents by their files, relative to the site folder. */
  permalinks: Readonly<Record<string, string>>;
}

const ADMONITION = 'MarkdownAdmonition';
const admonitionLine = /^[ \t]*:{3,}[a-z]/m;

/**
 * Compiles Markdown that a component imports: elements, tables, admonitions, ids of headings, links to documents and
 * images beside the file. An `MDXProvider` around it replaces elements. It lacks what else the compiler adds to
 * documents.
 */
export async function compileImportedMarkdown(
  file: string,
  source: string,
  targets: MarkdownTargets,
): Promise<string> {
  const { text } = prepareSource(source);
  const hasAdmonitions = admonitionLine.test(text);
  const imageFiles: string[] = [];
  const settle = () => (tree: Root) => {
    giveHeadingIds(tree, {});
    if (hasAdmonitions) settleDirectives(tree);
    inlineImageReferences(tree);
    visit(tree, ['link', 'definition'], (node) => {
      if (node.type === 'link' || node.type === 'definition') resolveLink(node, file, targets);
    });
    visit(tree, 'image', (image: Image, index, parent) => {
      if (!parent || index === undefined) return;
      const siblings: Nodes[] = parent.children;
      const element = resolveImage(image, targets, imageFiles);
      if (element) siblings[index] = element;
    });
  };
  const remarkPlugins = [remarkGfm, ...(hasAdmonitions ? [remarkDirective] : []), settle];
  const importedTheme = hasAdmonitions ? `import ${ADMONITION} from '@theme/Admonition';\n\n` : '';
  const code = String(
    await compile(
      { value: importedTheme + text, path: file },
      { format: 'mdx', remarkPlugins, providerImportSource: '@mdx-js/react' },
    ),
  );
  // Without `?url`, a drawing would be imported as a component.
  const imports = imageFiles.map(
    (name, position) => `import ${nameImage(position)} from ${JSON.stringify(`${name}?url`)};\n`,
  );
  return imports.join('') + code;
}

/** Writes `![Pump][pump]` as an image with the address of its definition. */
function inlineImageReferences(tree: Root): void {
  const definitions = new Map<string, Definition>();
  visit(tree, 'definition', (node: Definition) => {
    definitions.set(node.identifier, node);
  });
  visit(tree, 'imageReference', (node: ImageReference, index, parent) => {
    const definition = definitions.get(node.identifier);
    if (!definition || !parent || index === undefined) return;
    const siblings: Nodes[] = parent.children;
    siblings[index] = { type: 'image', url: definition.url, title: definition.title, alt: node.alt };
  });
}

/** Turns a link to a Markdown file into the address of its page, and adds the base path to an address of the site. */
function resolveLink(
  node: Link | Definition,
  file: string,
  { siteDir, basePath, permalinks }: MarkdownTargets,
) {
  if (hasProtocol(node.url) || node.url === '') return;
  const { path: pathname, search, hash } = splitUrl(node.url);
  if (/\.mdx?$/i.test(pathname)) {
    const name = decodeUrl(pathname);
    const folder = /^(?:@site)?\//.test(name) ? siteDir : path.dirname(file);
    const target = path.join(folder, name.replace(/^@site/, ''));
    const permalink = permalinks[formatPathFrom(siteDir, target)];
    if (permalink !== undefined) node.url = pageHref(permalink) + search + hash;
  } else {
    node.url = ensureBasePath(node.url, basePath);
  }
}

const nameImage = (at: number) => `markdownImage${at}`;

/** An element for an image beside the file, which the bundler then finds. Undefined for any other image. */
function resolveImage(
  image: Image,
  { basePath }: MarkdownTargets,
  imageFiles: string[],
): MdxJsxTextElement | undefined {
  if (hasProtocol(image.url) || image.url === '') return undefined;
  if (image.url.startsWith('/')) {
    image.url = ensureBasePath(image.url, basePath);
    return undefined;
  }
  const writtenPath = decodeUrl(splitUrl(image.url).path);
  const name = /^(?:\.{1,2}\/|@)/.test(writtenPath) ? writtenPath : `./${writtenPath}`;
  const at = imageFiles.includes(name) ? imageFiles.indexOf(name) : imageFiles.push(name) - 1;
  const expression = { type: 'Identifier' as const, name: nameImage(at) };
  const attributes: MdxJsxAttribute[] = [
    {
      type: 'mdxJsxAttribute',
      name: 'src',
      value: {
        type: 'mdxJsxAttributeValueExpression',
        value: expression.name,
        data: {
          estree: {
            type: 'Program',
            sourceType: 'module',
            comments: [],
            body: [{ type: 'ExpressionStatement', expression }],
          },
        },
      },
    },
    { type: 'mdxJsxAttribute', name: 'alt', value: image.alt ?? '' },
    ...(image.title ? [{ type: 'mdxJsxAttribute' as const, name: 'title', value: image.title }] : []),
  ];
  return { type: 'mdxJsxTextElement', name: 'img', attributes, children: [] };
}

/** Turns admonitions into the theme's component. Every other directive was meant as text. */
function settleDirectives(tree: Root): void {
  visit(tree, ['textDirective', 'leafDirective', 'containerDirective'], (node, index, parent) => {
    if (!parent || index === undefined) return;
    const siblings: Nodes[] = parent.children;
    if (node.type === 'containerDirective' && ADMONITION_TYPES.some((type) => type === node.name))
      siblings[index] = createAdmonition(node);
    else if (node.type === 'textDirective')
      siblings.splice(index, 1, { type: 'text', value: `:${node.name}` }, ...node.children);
    else if (node.type === 'leafDirective')
      siblings[index] = {
        type: 'paragraph',
        children: [{ type: 'text', value: `::${node.name}` }, ...node.children],
      };
  });
}

function createAdmonition({ name, children }: ContainerDirective): MdxJsxFlowElement {
  const [first] = children;
  const label = first?.type === 'paragraph' && first.data?.directiveLabel ? first : undefined;
  const title: Nodes[] = label?.children ?? [];
  const titleText = title.map((node) => ('value' in node ? node.value : '')).join('');
  const createAttribute = (attributeName: string, value: string): MdxJsxAttribute => ({
    type: 'mdxJsxAttribute',
    name: attributeName,
    value,
  });
  return {
    type: 'mdxJsxFlowElement',
    name: ADMONITION,
    attributes: [
      createAttribute('type', name),
      ...(titleText === '' ? [] : [createAttribute('title', titleText)]),
    ],
    children: label ? children.slice(1) : children,
  };
}
