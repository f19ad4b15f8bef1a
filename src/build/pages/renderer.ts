import { hash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { describeReason } from '../../shared/reason.ts';
import type { RenderContext, StandaloneContext, UiRenderer } from '../../ui/page-data.ts';

/** Loads the renderer of a UI bundle. */
export async function loadRenderer(module: string): Promise<UiRenderer> {
  const { renderer }: { renderer: UiRenderer } = await import(pathToFileURL(module).href);
  return renderer;
}

export interface ShellJob {
  /** Files of the stand-alone pages that are components. */
  files: readonly string[];
  context: RenderContext;
  standalone: StandaloneContext;
}

/** Results of the renderer that all pages share. */
export interface ShellMetadata {
  /** The rendered stand-alone pages that are components, by file. */
  standalone: Record<string, { html: string; title: string; description: string }>;
  /** The site's components that failed, by file, with the reason. */
  failures: Record<string, string>;
  /** HTML of the visitors' pages by name. */
  templates: Record<string, string>;
  /** Hashes for the content security policy, `'sha256-…'`, of the scripts and styles in the pages themselves. */
  scriptHashes: string[];
  styleHashes: string[];
}

export function renderShell(renderer: UiRenderer, { files, context, standalone }: ShellJob): ShellMetadata {
  const renderedPages: ShellMetadata['standalone'] = {};
  const failures: ShellMetadata['failures'] = {};
  for (const file of files) {
    try {
      renderedPages[file] = renderer.renderStandalone(file, standalone);
    } catch (error) {
      failures[file] = describeReason(error);
    }
  }
  return {
    standalone: renderedPages,
    failures,
    templates: renderer.renderTemplates(context),
    scriptHashes: renderer.inlineScripts.map(hashForPolicy),
    styleHashes: renderer.inlineStyles(context).map(hashForPolicy),
  };
}

function hashForPolicy(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}
