import { type ConfigNotes, removeUndefined, type Settings, toList, toSettings } from '../../config-notes.ts';
import type { KnownPackages, PluginSettings, PluginUse } from '../plugin.ts';

const drawnHere =
  'the engine creates these pages from the OpenAPI files; readers can send requests to the servers in `customFields.tryIt`';
const noProxy =
  'browsers call the API directly, so its servers must allow that (CORS); name them in `customFields.tryIt`';
const ownPages = 'these pages look like all other pages';

/** Options of `docusaurus-plugin-openapi-docs` that have no effect here, with the reason. */
const unusedPageKeys = {
  proxy: noProxy,
  hideSendButton: '',
  maskCredentials: '',
  template: ownPages,
  infoTemplate: ownPages,
  tagTemplate: ownPages,
  schemaTemplate: ownPages,
  markdownGenerators: ownPages,
  downloadUrl: 'pages have no download button; link to the file in a document',
  showExtensions: "extensions (x-…) aren't shown",
  disableCompression: '',
  externalJsonProps: '',
  baseUrl: 'the version menu lists the versions of the documentation',
  version: '',
};
const usedPageKeys = [
  'specPath',
  'outputDir',
  'sidebarOptions',
  'label',
  'showSchemas',
  'showInfoPage',
  'schemasOnly',
  'versions',
];

const themeOfPages = 'the engine draws the pages of OpenAPI files';

/** The plugins and themes that create pages from OpenAPI files. */
export const openApi: KnownPackages = {
  'docusaurus-plugin-openapi-docs': { verdict: 'changed', why: drawnHere, read: readPageSets },
  'docusaurus-theme-openapi-docs': { verdict: 'nothing-to-do', why: themeOfPages },
  redocusaurus: { verdict: 'changed', why: drawnHere, read: readRedocusaurus },
  'docusaurus-plugin-redoc': { verdict: 'changed', why: drawnHere, read: readRedoc },
  'docusaurus-theme-redoc': { verdict: 'nothing-to-do', why: themeOfPages },
};

/** Options of `docusaurus-plugin-openapi-docs`, which makes a folder of pages for each key of `config`. */
function readPageSets(options: unknown, { notes, settings }: PluginUse): void {
  const { config, docsPluginId } = toSettings(options);
  for (const [key, source] of Object.entries(toSettings(config))) {
    const { versions, ...set } = notes.pick(source, `config.${key}`, usedPageKeys, unusedPageKeys);
    const sets = [set];
    for (const [version, versionOptions] of Object.entries(toSettings(versions))) {
      const at = `config.${key}.versions.${version}`;
      sets.push({ ...set, ...notes.pick(versionOptions, at, usedPageKeys, unusedPageKeys) });
    }
    for (const pageSet of sets) {
      if (typeof toSettings(pageSet.sidebarOptions).sidebarGenerators === 'object')
        notes.addFinding('left-out', 'sidebarGenerators', 'sidebar items are named after the operations');
      settings.openApi.pageSets.push({ set: pageSet, docsId: docsPluginId });
    }
  }
}

/** Options of the preset `redocusaurus`: `specs`, or a folder of OpenAPI files. */
function readRedocusaurus(options: unknown, { name, notes, settings }: PluginUse): void {
  const { specs, openapi } = notes.pick(options, name, ['specs', 'openapi'], {
    id: '',
    debug: '',
    theme: ownPages,
    config: 'rules of Redocly only affect its own commands',
  });
  const specList = Array.isArray(specs) ? specs : specs === undefined ? [] : [specs];
  for (const spec of specList) settings.openApi.documents.push(readDocument(spec, 'specs', notes));
  if (specList.length > 0 && openapi === undefined) return;
  const folder = toSettings(openapi);
  settings.openApi.folders.push({
    path: folder.path ?? 'openapi',
    routeBasePath: folder.routeBasePath ?? '/api',
  });
}

/** Options of `docusaurus-plugin-redoc`, which has a single file. */
function readRedoc(options: unknown, { name, notes, settings }: PluginUse): void {
  settings.openApi.documents.push(readDocument(options, name, notes));
}

function readDocument(source: unknown, at: string, notes: ConfigNotes): Settings {
  return notes.pick(source, at, ['id', 'spec', 'route'], {
    url: 'pages have no download button; link to the file in a document',
    layout: ownPages,
    normalizeUrl: '',
    debug: '',
    config: '',
    themeId: '',
  });
}

/** The OpenAPI files of all plugins, for our configuration. A plugin names a documentation by its id. */
export function joinOpenApi({ docs, openApi: { pageSets, documents, folders } }: PluginSettings): Settings {
  const findDocsPath = (docsId: unknown) => {
    const matchingDocs =
      docs.find(({ id }) => id === docsId) ?? docs.find(({ id }) => id === undefined || id === 'default');
    return typeof matchingDocs?.path === 'string' ? matchingDocs.path : 'docs';
  };
  return {
    pageSets: pageSets.map(({ set, docsId }) => removeUndefined({ ...set, docsPath: findDocsPath(docsId) })),
    documents: toList(documents),
    folders: toList(folders),
  };
}
