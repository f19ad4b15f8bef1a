import { type BundledLanguage, bundledLanguages, bundledLanguagesAlias } from 'shiki';

/** Prism's names for what Shiki calls otherwise; names that both have are not listed. */
const prismNames: Record<string, string> = {
  atom: 'xml',
  aspnet: 'razor',
  'bash-session': 'shellsession',
  batch: 'bat',
  'c++': 'cpp',
  clike: 'c',
  django: 'jinja',
  env: 'dotenv',
  gitignore: 'ini',
  golang: 'go',
  gradle: 'groovy',
  gql: 'graphql',
  h: 'c',
  hbs: 'handlebars',
  htm: 'html',
  ignore: 'ini',
  'js-extras': 'js',
  jsonp: 'json',
  markup: 'html',
  mathml: 'xml',
  objc: 'objective-c',
  objectivec: 'objective-c',
  'php-extras': 'php',
  protobuf: 'proto',
  regex: 'regexp',
  rss: 'xml',
  'sh-session': 'shellsession',
  svg: 'xml',
  tf: 'terraform',
  vba: 'vb',
  vbnet: 'vb',
  'visual-basic': 'vb',
  webmanifest: 'json',
};

/** The grammar for a fence's language; `undefined` means plain text. */
export function grammarOf(language: string): BundledLanguage | undefined {
  const name = prismNames[language] ?? language;
  return isBundled(name) ? name : undefined;
}

function isBundled(name: string): name is BundledLanguage {
  return Object.hasOwn(bundledLanguages, name) || Object.hasOwn(bundledLanguagesAlias, name);
}
