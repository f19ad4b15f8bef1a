import { createElement, type ReactNode } from 'react';

interface GivenProps {
  children?: ReactNode;
}

/** A component that explains why it isn't available. Otherwise it would be missing without any message. */
function createRefusal(name: string): () => never {
  return () => {
    const hint = redocNames.includes(name)
      ? 'Use <ApiDocMdx id="…" /> in a .mdx document, or give the OpenAPI file a `route` in the options of redocusaurus'
      : 'It only works on pages that gen-api-docs has generated (*.api.mdx, *.schema.mdx). Remove it here';
    throw new Error(`@theme/${name} isn't available on this page. ${hint}.`);
  };
}

const Children = ({ children }: GivenProps) => children ?? null;

function ApiLogo({ logo }: { logo?: { url?: string; altText?: string } }): ReactNode {
  return logo?.url === undefined ? null : createElement('img', { src: logo.url, alt: logo.altText ?? '' });
}

/** `url` is the address of the OpenAPI document. */
function Export({ url }: { url?: string }): ReactNode {
  return url === undefined ? null : createElement('p', null, createElement('a', { href: url }, 'OpenAPI'));
}

const tabNames = [
  'ApiTabs',
  'DiscriminatorTabs',
  'MimeTabs',
  'OperationTabs',
  'SchemaTabs',
  'ApiExplorer/ApiTabs',
];
/** Components of generated pages, which are drawn from the data of the page: see `src/markdown/open-api.ts`. */
const drawnNames = [
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

/** Modules of themes of OpenAPI plugins that documents may import. `Tabs` is the engine's own component. */
export function openApiTheme(Tabs: unknown = Children): OpenApiThemeModules {
  return Object.fromEntries([
    ...tabNames.map((name) => [`@theme/${name}`, { default: Tabs }]),
    ...[...drawnNames, ...redocNames].map((name) => [`@theme/${name}`, { default: createRefusal(name) }]),
    ['@theme/ApiLogo', { default: ApiLogo }],
    ['@theme/ApiExplorer/Export', { default: Export }],
  ]);
}

const names = new Set(Object.keys(openApiTheme()));

/** Whether only themes of OpenAPI plugins have this module. */
export function isOpenApiTheme(specifier: string): boolean {
  return names.has(specifier);
}
