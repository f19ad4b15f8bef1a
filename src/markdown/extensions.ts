import type { Nodes, Root } from 'mdast';
import type { RequestForm } from '../openapi/request-form.ts';
import type { Problem } from '../shared/problem.ts';
import type { Position } from './compilation.ts';
import type { CodeOptions } from './context.ts';
import type { LivePart, LiveProps } from './live-parts.ts';
import type { MarkdownSettings } from './plugins/markdown-settings.ts';

/**
 * Additions of a feature to the compiler: the export `extension` of a module. Every thread that compiles loads the module,
 * so it imports libraries when a document needs them.
 */
export interface CompilerExtension {
  /** Fences that become live parts of the feature, by the name of the part. */
  fences?: Readonly<Record<string, ClaimFence>>;
  /** Live parts below the samples of each operation of an OpenAPI file, by the name of the part. */
  operations?: Readonly<Record<string, ClaimOperation>>;
  /**
   * Changes the Markdown of a document, after the plugins of the site and before anything is evaluated. Returns whether
   * it has changed the tree.
   */
  transform?(tree: Root, document: ExtendedDocument): boolean | Promise<boolean>;
}

/**
 * Decides whether a fence becomes the live part. Returns the props of the part in addition to `code`, or undefined to
 * leave the fence to other features. A fence that no feature claims is a code block.
 */
export type ClaimFence = (fence: Fence, options: CodeOptions) => LiveProps | undefined;

/**
 * Decides whether an operation of an OpenAPI file gets the live part. Returns the props of the part, or undefined for
 * none. `servers` are the origins of `openApi.tryIt`.
 */
export type ClaimOperation = (form: RequestForm, servers: readonly string[]) => LiveProps | undefined;

/** A code block, from a fence or from a component. */
export interface Fence {
  /** In lower case. `text` if none is written. */
  language: string;
  /** Words after the language. */
  words: readonly string[];
  code: string;
}

/** The document around the tree, for `transform`. */
export interface ExtendedDocument {
  /** How the site's configuration reads this document. */
  settings: MarkdownSettings;
  /** Whether the tree has a node of one of these types. */
  has(...types: Nodes['type'][]): boolean;
  report(code: string, message: string, position?: Position, severity?: Problem['severity']): void;
}

/** An extension with the name of its feature, which problems mention. */
export interface LoadedExtension extends CompilerExtension {
  feature: string;
}

/** The live parts that these extensions make of fences and add to operations. */
export function listExtensionParts(extensions: readonly CompilerExtension[]): LivePart[] {
  return extensions.flatMap(({ fences = {}, operations = {} }) => [
    ...Object.entries(fences).map(([name, claimFence]) => ({ name, modules: {}, claimFence })),
    ...Object.keys(operations).map((name) => ({ name, modules: {} })),
  ]);
}
