import { escapeHtml } from '../../shared/html.ts';

/**
 * The visitor's pages are finished HTML with a few places for the server to fill in, written `{{next}}`.
 * Everything that goes in is escaped for HTML, text and quoted attribute alike.
 */
const templateValues = {
  login: ['next', 'error', 'email'],
  'login-oidc': ['start', 'error'],
  'login-firebase': ['next', 'error', 'apiKey', 'authDomain', 'projectId', 'emulator', 'providers'],
  invite: ['token', 'error', 'email', 'name'],
  setup: ['token', 'error', 'email', 'name'],
} as const;

type TemplateName = keyof typeof templateValues;
export const templateNames = Object.keys(templateValues) as TemplateName[];

/** What may stand in a template: a missing value leaves its place empty. */
type TemplateValues<Name extends TemplateName> = Partial<
  Record<(typeof templateValues)[Name][number], string>
>;

type Template<Name extends TemplateName> = (values: TemplateValues<Name>) => string;
export type Templates = { readonly [Name in TemplateName]: Template<Name> };

/** `unknown` names the places that nothing fills. */
type CompiledTemplate<Name extends TemplateName> = { template: Template<Name> } | { unknown: string[] };

export function compileTemplate<Name extends TemplateName>(name: Name, html: string): CompiledTemplate<Name> {
  // Every second part is the name of a place.
  const parts = html.split(/\{\{(\w+)\}\}/);
  const known: readonly string[] = templateValues[name];
  const unknown = parts.filter((part, at) => at % 2 === 1 && !known.includes(part));
  if (unknown.length > 0) return { unknown };
  return {
    template: (values) => {
      const given: Readonly<Record<string, string | undefined>> = values;
      return parts.map((part, at) => (at % 2 === 1 ? escapeHtml(given[part] ?? '') : part)).join('');
    },
  };
}

/** All of them, one without HTML empty; `unknown`: by template, the places that nothing fills. */
export function compileTemplates(html: Readonly<Record<string, string>>): {
  templates: Templates;
  unknown: Record<string, string[]>;
} {
  const unknown: Record<string, string[]> = {};
  const compiled = <Name extends TemplateName>(name: Name): Template<Name> => {
    const result = compileTemplate(name, html[name] ?? '');
    if ('template' in result) return result.template;
    unknown[name] = result.unknown;
    return () => '';
  };
  const templates: Templates = {
    login: compiled('login'),
    'login-oidc': compiled('login-oidc'),
    'login-firebase': compiled('login-firebase'),
    setup: compiled('setup'),
    invite: compiled('invite'),
  };
  return { templates, unknown };
}
