import { z } from 'zod';

const sidebarOptions = z.object({
  /** Default: no sidebar is made. */
  groupPathsBy: z.enum(['tag', 'tagGroup', 'tagParent']).optional(),
  /** What the category of a tag leads to: its own page, the page of the whole description, or a list. */
  categoryLinkSource: z.enum(['tag', 'info', 'auto']).optional(),
  sidebarCollapsible: z.boolean().optional(),
  sidebarCollapsed: z.boolean().optional(),
  customProps: z.record(z.string(), z.unknown()).optional(),
});

/** A folder of pages made from an OpenAPI file, as `docusaurus-plugin-openapi-docs` has it under `config`. */
const pageSet = z.object({
  /** File or folder, from the site folder. */
  specPath: z.string().min(1),
  /** In a docs folder, from the site folder. Pages that lie there already are used as they are. */
  outputDir: z.string().min(1),
  /** Folder of the documentation that the pages are in. */
  docsPath: z.string().default('docs'),
  sidebarOptions: sidebarOptions.optional(),
  label: z.string().optional(),
  showSchemas: z.boolean().optional(),
  showInfoPage: z.boolean().optional(),
  schemasOnly: z.boolean().optional(),
});

/** An OpenAPI file on a page of its own, or in documents by its id, as Redocusaurus has it under `specs`. */
const wholeDocument = z.object({
  id: z.string().optional(),
  spec: z.string().min(1),
  route: z.string().optional(),
});

/** Where a site's OpenAPI files become pages. */
export const openApiOptionsSchema = z.strictObject({
  pageSets: z.array(pageSet).default([]),
  documents: z.array(wholeDocument).default([]),
  /** Every `openapi.yaml` and `*.openapi.yaml` (or `.json`) in a folder, each on a page below `routeBasePath`. */
  folders: z.array(z.object({ path: z.string(), routeBasePath: z.string() })).default([]),
});

export type OpenApiOptions = z.output<typeof openApiOptionsSchema>;
export type ApiPageSet = OpenApiOptions['pageSets'][number];
