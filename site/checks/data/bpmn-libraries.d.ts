// TypeScript doesn't find types of the library by its name.

declare module 'bpmnlint' {
  export interface LintReport {
    id?: string;
    message: string;
  }

  export class Linter {
    constructor(options: { resolver: object; config: { extends: string; rules: Record<string, string> } });
    lint(rootElement: object): Promise<Record<string, LintReport[]>>;
  }
}

declare module 'bpmnlint/lib/resolver/node-resolver.js' {
  export default class NodeResolver {}
}
