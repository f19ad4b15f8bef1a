import { z } from 'zod';
import { serverOrigin } from './server-origin.ts';

/** Readers choose a server from a list. */
const REQUEST_SERVERS_MAX = 20;

const sidebarOptions = z.object({
  /** How to group operations in the sidebar. Default: no sidebar is generated. */
  groupPathsBy: z.enum(['tag', 'tagGroup', 'tagParent']).optional(),
  /** Page that the category of a tag leads to: the tag's own, that of the whole description, or a list. */
  categoryLinkSource: z.enum(['tag', 'info', 'auto']).optional(),
  sidebarCollapsible: z.boolean().optional(),
  sidebarCollapsed: z.boolean().optional(),
  customProps: z.record(z.string(), z.unknown()).optional(),
});

/** A folder of pages generated from an OpenAPI file, as in `config` of `docusaurus-plugin-openapi-docs`. */
const pageSet = z.object({
  /** File or folder, relative to the site folder. */
  specPath: z.string().min(1),
  /** Folder inside a docs folder, relative to the site folder. Existing pages in it are used unchanged. */
  outputDir: z.string().min(1),
  /** Docs folder that contains the pages. */
  docsPath: z.string().default('docs'),
  sidebarOptions: sidebarOptions.optional(),
  label: z.string().optional(),
  showSchemas: z.boolean().optional(),
  showInfoPage: z.boolean().optional(),
  schemasOnly: z.boolean().optional(),
});

/** An OpenAPI file on a page of its own, or in documents by its id, as in `specs` of Redocusaurus. */
const wholeDocument = z.object({
  id: z.string().optional(),
  spec: z.string().min(1),
  route: z.string().optional(),
});

/** OpenAPI files that become pages. */
export const openApiOptionsSchema = z.strictObject({
  pageSets: z.array(pageSet).default([]),
  documents: z.array(wholeDocument).default([]),
  /** Folders whose `openapi.yaml` and `*.openapi.yaml` (or `.json`) files each become a page below `routeBasePath`. */
  folders: z.array(z.object({ path: z.string(), routeBasePath: z.string() })).default([]),
  /**
   * Lets readers send requests from the pages of OpenAPI files. `servers` are the origins that they can be sent to, such as
   * `https://api.example.com`. Readers' browsers call the servers directly, which must allow that (CORS).
   */
  tryIt: z.strictObject({ servers: z.array(serverOrigin).min(1).max(REQUEST_SERVERS_MAX) }).optional(),
});

export type OpenApiOptions = z.output<typeof openApiOptionsSchema>;
export type ApiPageSet = OpenApiOptions['pageSets'][number];
