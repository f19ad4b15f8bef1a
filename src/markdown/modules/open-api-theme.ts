import { createElement, type ReactNode } from 'react';

interface GivenProps {
  children?: ReactNode;
}

/** Generated pages and documents never render one of these: elsewhere it would be missing without a word. */
function refusal(name: string): () => never {
  return () => {
    const hint = redocNames.includes(name)
      ? 'Use <ApiDocMdx id="…" /> in a .mdx document, or give the OpenAPI file a `route` in the options of redocusaurus'
      : 'It shows data on pages that gen-api-docs has generated (*.api.mdx, *.schema.mdx) only; take it out here';
    throw new Error(`@theme/${name} isn't available on this page. ${hint}.`);
  };
}

const Children = ({ children }: GivenProps) => children ?? null;

function ApiLogo({ logo }: { logo?: { url?: string; altText?: string } }): ReactNode {
  return logo?.url === undefined ? null : createElement('img', { src: logo.url, alt: logo.altText ?? '' });
}

/** `url`: of the OpenAPI document. */
function Export({ url }: { url?: string }): ReactNode {
  return url === undefined ? null : createElement('p', null, createElement('a', { href: url }, 'OpenAPI'));
}

const tabs = [
  'ApiTabs',
  'DiscriminatorTabs',
  'MimeTabs',
  'OperationTabs',
  'SchemaTabs',
  'ApiExplorer/ApiTabs',
];
/** What generated pages say with them is drawn from their data: see `src/markdown/open-api.ts`. */
const drawn = [
  'ApiExplorer',
  'ApiExplorer/MethodEndpoint',
  'ApiExplorer/SecuritySchemes',
  'ApiItem',
  'CallbackMethodEndpoint',
  'Callbacks',
  'Example',
  'ParamsDetails',
  'ParamsItem',
  'RequestSchema',
  'ResponseHeaders',
  'ResponseSamples',
  'ResponseSchema',
  'Schema',
  'SchemaExpansion',
  'SchemaItem',
  'SkeletonLoader',
  'StatusCodes',
];
const redocNames = ['ApiDoc', 'ApiDocMdx', 'ApiOperation', 'ApiSchema', 'Redoc'];

type OpenApiThemeModules = Record<string, Record<string, unknown>>;

/** What documents may import from the themes of OpenAPI plugins. `Tabs`: the engine's own. */
export function openApiTheme(Tabs: unknown = Children): OpenApiThemeModules {
  return Object.fromEntries([
    ...tabs.map((name) => [`@theme/${name}`, { default: Tabs }]),
    ...[...drawn, ...redocNames].map((name) => [`@theme/${name}`, { default: refusal(name) }]),
    ['@theme/ApiLogo', { default: ApiLogo }],
    ['@theme/ApiExplorer/Export', { default: Export }],
  ]);
}

const names = new Set(Object.keys(openApiTheme()));

/** Whether a module is one that only the themes of OpenAPI plugins have. */
export function isOpenApiTheme(specifier: string): boolean {
  return names.has(specifier);
}
