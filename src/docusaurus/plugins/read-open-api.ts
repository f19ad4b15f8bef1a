import { type ConfigNotes, type Settings, toList, toSettings, withoutUndefined } from '../config-notes.ts';

const drawnHere =
  'the engine creates these pages from the OpenAPI files; they have no panel for sending requests';
const noRequests = 'these pages send no requests';
const ownPages = 'these pages look like all other pages';

/** Options of `docusaurus-plugin-openapi-docs` that have no effect here, with the reason. */
const unusedPageKeys = {
  proxy: noRequests,
  hideSendButton: '',
  maskCredentials: '',
  template: ownPages,
  infoTemplate: ownPages,
  tagTemplate: ownPages,
  schemaTemplate: ownPages,
  markdownGenerators: ownPages,
  downloadUrl: 'pages have no download button; link to the file in a document',
  showExtensions: 'extensions (x-…) are not shown',
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

/** Reads the options of OpenAPI plugins. */
export class OpenApiReading {
  readonly #pageSets: { set: Settings; docsId: unknown }[] = [];
  readonly #documents: Settings[] = [];
  readonly #folders: Settings[] = [];

  /** Options of `docusaurus-plugin-openapi-docs`, which makes a folder of pages for each key of `config`. */
  readPageSets(options: unknown, name: string, notes: ConfigNotes): void {
    const { config, docsPluginId } = toSettings(options);
    notes.addFinding('changed', name, drawnHere);
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
        this.#pageSets.push({ set: pageSet, docsId: docsPluginId });
      }
    }
  }

  /** Options of the preset `redocusaurus`: `specs`, or a folder of OpenAPI files. */
  readRedocusaurus(options: unknown, name: string, notes: ConfigNotes): void {
    const { specs, openapi } = notes.pick(options, name, ['specs', 'openapi'], {
      id: '',
      debug: '',
      theme: ownPages,
      config: 'rules of Redocly only affect its own commands',
    });
    notes.addFinding('changed', name, drawnHere);
    const specList = Array.isArray(specs) ? specs : specs === undefined ? [] : [specs];
    for (const spec of specList) this.#addDocument(spec, 'specs', notes);
    if (specList.length > 0 && openapi === undefined) return;
    const folder = toSettings(openapi);
    this.#folders.push({ path: folder.path ?? 'openapi', routeBasePath: folder.routeBasePath ?? '/api' });
  }

  /** Options of `docusaurus-plugin-redoc`, which has a single file. */
  readRedoc(options: unknown, name: string, notes: ConfigNotes): void {
    notes.addFinding('changed', name, drawnHere);
    this.#addDocument(options, name, notes);
  }

  #addDocument(source: unknown, at: string, notes: ConfigNotes): void {
    const document = notes.pick(source, at, ['id', 'spec', 'route'], {
      url: 'pages have no download button; link to the file in a document',
      layout: ownPages,
      normalizeUrl: '',
      debug: '',
      config: '',
      themeId: '',
    });
    this.#documents.push(document);
  }

  /** The options in our configuration. The plugin names a documentation by its id, so all of them are in `docs`. */
  settings(docs: readonly Settings[]): Settings {
    const findDocsPath = (docsId: unknown) => {
      const matchingDocs =
        docs.find(({ id }) => id === docsId) ?? docs.find(({ id }) => id === undefined || id === 'default');
      return typeof matchingDocs?.path === 'string' ? matchingDocs.path : 'docs';
    };
    return {
      pageSets: this.#pageSets.map(({ set, docsId }) =>
        withoutUndefined({ ...set, docsPath: findDocsPath(docsId) }),
      ),
      documents: toList(this.#documents),
      folders: toList(this.#folders),
    };
  }
}
