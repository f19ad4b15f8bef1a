import { createElement, type ReactNode } from 'react';

/** The element that stands for an OpenAPI file, or a part of it, in pages that the engine adds by itself. */
export const OPEN_API_ELEMENT = 'OpenApiReference';

interface GivenProps {
  children?: ReactNode;
}

/** Its work is done before a page is rendered, or isn't there to do: a request that is sent from the page. */
const Nothing = () => null;
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
  // Of Redocusaurus.
  'ApiDoc',
  'ApiDocMdx',
  'ApiOperation',
  'ApiSchema',
  'Redoc',
];

export type OpenApiThemeModules = Record<string, Record<string, unknown>>;

/** What documents may import from the themes of OpenAPI plugins. `Tabs`: the engine's own. */
export function openApiTheme(Tabs: unknown = Children): OpenApiThemeModules {
  return Object.fromEntries([
    ...tabs.map((name) => [`@theme/${name}`, { default: Tabs }]),
    ...drawn.map((name) => [`@theme/${name}`, { default: Nothing }]),
    ['@theme/ApiLogo', { default: ApiLogo }],
    ['@theme/ApiExplorer/Export', { default: Export }],
  ]);
}

const names = new Set(Object.keys(openApiTheme()));

/** Whether a module is one that only the themes of OpenAPI plugins have. */
export function isOpenApiTheme(specifier: string): boolean {
  return names.has(specifier);
}
