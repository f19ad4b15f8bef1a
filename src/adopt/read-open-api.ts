import { type ConfigNotes, defined, listOf, type Settings, settingsOf } from './config-notes.ts';

const drawnHere =
  'its pages are drawn here from the OpenAPI files, as Markdown; there is no panel that sends requests';
const noRequests = 'no request is sent from these pages';
const ownPages = 'pages look as all others do here';

/** Options of `docusaurus-plugin-openapi-docs` for one folder of pages that change nothing here, and why. */
const unusedOfPages = {
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
  baseUrl: 'the menu of versions lists those of the documentation',
  version: '',
};
const usedOfPages = [
  'specPath',
  'outputDir',
  'sidebarOptions',
  'label',
  'showSchemas',
  'showInfoPage',
  'schemasOnly',
  'versions',
];

/** What plugins say of OpenAPI files. */
export class OpenApiReading {
  readonly #pageSets: { set: Settings; docsId: unknown }[] = [];
  readonly #documents: Settings[] = [];
  readonly #folders: Settings[] = [];

  /** `docusaurus-plugin-openapi-docs`: a folder of pages for each key of `config`. */
  readPageSets(options: unknown, name: string, notes: ConfigNotes): void {
    const { config, docsPluginId } = settingsOf(options);
    notes.find('changed', name, drawnHere);
    for (const [key, source] of Object.entries(settingsOf(config))) {
      const { versions, ...set } = notes.pick(source, `config.${key}`, usedOfPages, unusedOfPages);
      const sets = [set];
      for (const [version, own] of Object.entries(settingsOf(versions))) {
        const at = `config.${key}.versions.${version}`;
        sets.push({ ...set, ...notes.pick(own, at, usedOfPages, unusedOfPages) });
      }
      for (const one of sets) {
        if (typeof settingsOf(one.sidebarOptions).sidebarGenerators === 'object')
          notes.find('left-out', 'sidebarGenerators', 'sidebar items have the names of the operations');
        this.#pageSets.push({ set: one, docsId: docsPluginId });
      }
    }
  }

  /** The preset: `specs`, or a folder of OpenAPI files. */
  readRedocusaurus(options: unknown, name: string, notes: ConfigNotes): void {
    const { specs, openapi } = notes.pick(options, name, ['specs', 'openapi'], {
      id: '',
      debug: '',
      theme: ownPages,
      config: 'rules of Redocly are for its own commands',
    });
    notes.find('changed', name, drawnHere);
    const given = Array.isArray(specs) ? specs : specs === undefined ? [] : [specs];
    for (const spec of given) this.#addDocument(spec, 'specs', notes);
    if (given.length > 0 && openapi === undefined) return;
    const folder = settingsOf(openapi);
    this.#folders.push({ path: folder.path ?? 'openapi', routeBasePath: folder.routeBasePath ?? '/api' });
  }

  /** The plugin alone, which has one file. */
  readRedoc(options: unknown, name: string, notes: ConfigNotes): void {
    notes.find('changed', name, drawnHere);
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

  /** In our words. `docs`: every documentation, by whose id the plugin is told where its pages go. */
  settings(docs: readonly Settings[]): Settings {
    const pathOf = (docsId: unknown) => {
      const own =
        docs.find(({ id }) => id === docsId) ?? docs.find(({ id }) => id === undefined || id === 'default');
      return typeof own?.path === 'string' ? own.path : 'docs';
    };
    return {
      pageSets: this.#pageSets.map(({ set, docsId }) => defined({ ...set, docsPath: pathOf(docsId) })),
      documents: listOf(this.#documents),
      folders: listOf(this.#folders),
    };
  }
}
