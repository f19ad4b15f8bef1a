import { hash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import type { RenderContext, StandaloneContext, UiRenderer } from '../../ui/page-data.ts';

/** The renderer of a UI bundle. */
export async function loadRenderer(module: string): Promise<UiRenderer> {
  const { renderer }: { renderer: UiRenderer } = await import(pathToFileURL(module).href);
  return renderer;
}

export interface ShellJob {
  /** The components among the stand-alone pages. */
  files: readonly string[];
  context: RenderContext;
  standalone: StandaloneContext;
}

/** What the renderer makes once for the whole site. */
export interface ShellMetadata {
  /** Stand-alone pages that are components, by file. */
  standalone: Record<string, { html: string; title: string; description: string }>;
  /** HTML of the visitor's pages by name. */
  templates: Record<string, string>;
  /** For the policy: `'sha256-…'` of the scripts and styles that are in the pages themselves. */
  scriptHashes: string[];
  styleHashes: string[];
}

export function renderShell(renderer: UiRenderer, { files, context, standalone }: ShellJob): ShellMetadata {
  return {
    standalone: Object.fromEntries(files.map((file) => [file, renderer.renderStandalone(file, standalone)])),
    templates: renderer.renderTemplates(context),
    scriptHashes: renderer.inlineScripts.map(policyHash),
    styleHashes: renderer.inlineStyles(context).map(policyHash),
  };
}

function policyHash(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}
