import { readFileSync } from 'node:fs';
import path from 'node:path';
import { decodeUrl } from '../../shared/decode.ts';
import { formatPathFrom } from '../../shared/file-paths.ts';
import { findPathOnDisk, hasOneForm } from '../../shared/path-on-disk.ts';
import { listFileReferences } from '../bundle/file-references.ts';
import type { PostCssPlugins } from './postcss-settings.ts';

/** A file that a sheet names in another Unicode form than the file has on disk. */
interface OtherForm {
  /** The path as the sheet has it. */
  pathAsWritten: string;
  /** Absolute path of the file. */
  file: string;
}

/** Lists the relative paths of a sheet whose files have another Unicode form on disk. */
export function listOtherForms(sheet: string): OtherForm[] {
  const text = readFileSync(sheet, 'utf8');
  if (hasOneForm(text) && !/%[89a-f]/i.test(text)) return [];
  return listFileReferences(text).flatMap(({ reference: pathAsWritten }) => {
    const file = findOtherForm(pathAsWritten, sheet);
    return file === undefined ? [] : { pathAsWritten, file };
  });
}

function findOtherForm(pathAsWritten: string, sheet: string): string | undefined {
  const decodedPath = decodeUrl(pathAsWritten);
  if (hasOneForm(decodedPath) || /^(?:\/|~|@)/.test(pathAsWritten)) return undefined;
  const file = path.resolve(path.dirname(sheet), decodedPath);
  const fileOnDisk = findPathOnDisk(file);
  return fileOnDisk === file ? undefined : fileOnDisk;
}

/** Aliases for the sheets that others import. The bundler resolves imports before PostCSS sees them. */
export function createNameAliases(otherForms: readonly OtherForm[]) {
  return otherForms.map(({ pathAsWritten, file }) => ({
    find: new RegExp(`^${pathAsWritten.replace(/\W/g, '\\$&')}$`),
    replacement: file,
  }));
}

/** Writes paths in a sheet as their files are named on disk. They are relative to `sheet`, which is compiled. */
export function writeNamesOnDisk(sheet: string): PostCssPlugins[number] {
  return {
    postcssPlugin: 'names-on-disk',
    OnceExit(root) {
      root.walkDecls((declaration) => {
        declaration.value = declaration.value.replace(
          /url\(\s*(["']?)([^"'()\s?#]+)([^"'()\s]*)\1\s*\)/g,
          (reference: string, _quote: string, pathAsWritten: string, end: string) => {
            const file = /^[a-z][a-z\d+.-]*:/i.test(pathAsWritten)
              ? undefined
              : findOtherForm(pathAsWritten, sheet);
            return file === undefined
              ? reference
              : `url("./${encodeURI(formatPathFrom(path.dirname(sheet), file))}${end}")`;
          },
        );
        if (/\bimage-set\(/.test(declaration.value))
          declaration.value = writeQuotedNames(declaration.value, (name) => encodeURI(name));
        if (/^compos(?:es|e-with)$/.test(declaration.prop))
          declaration.value = writeQuotedNames(declaration.value);
      });
      root.walkAtRules('value', (rule) => {
        rule.params = writeQuotedNames(rule.params);
      });
      root.walkRules(/^:import\(/, (rule) => {
        rule.selector = writeQuotedNames(rule.selector);
      });
    },
  };

  function writeQuotedNames(text: string, encode = (name: string) => name): string {
    return text.replace(/(["'])([^"'\n]+)\1/g, (quotedName: string, quote: string, pathAsWritten: string) => {
      const file = findOtherForm(pathAsWritten, sheet);
      return file === undefined
        ? quotedName
        : `${quote}./${encode(formatPathFrom(path.dirname(sheet), file))}${quote}`;
    });
  }
}
