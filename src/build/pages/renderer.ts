import { hash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { reasonOf } from '../../shared/reason.ts';
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
  /** Those that are the owner's and fail: why, by file. */
  failures: Record<string, string>;
  /** HTML of the visitor's pages by name. */
  templates: Record<string, string>;
  /** For the policy: `'sha256-…'` of the scripts and styles that are in the pages themselves. */
  scriptHashes: string[];
  styleHashes: string[];
}

export function renderShell(renderer: UiRenderer, { files, context, standalone }: ShellJob): ShellMetadata {
  const made: ShellMetadata['standalone'] = {};
  const failures: ShellMetadata['failures'] = {};
  for (const file of files) {
    try {
      made[file] = renderer.renderStandalone(file, standalone);
    } catch (error) {
      failures[file] = reasonOf(error);
    }
  }
  return {
    standalone: made,
    failures,
    templates: renderer.renderTemplates(context),
    scriptHashes: renderer.inlineScripts.map(policyHash),
    styleHashes: renderer.inlineStyles(context).map(policyHash),
  };
}

function policyHash(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}
