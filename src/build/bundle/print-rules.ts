import { cssBorders } from '../../shared/css-borders.ts';

/** A style sheet without its rules for paper alone, and these rules. */
interface SeparatedStyle {
  style: string;
  printRules: string;
}

const forPaperAlone = /^\s*@media\s+print\s*$/;

/**
 * Takes the content of every `@media print` block out of a style sheet, so that screens needn't load it. Rules that
 * also apply elsewhere, such as `@media print, (scripting: none)`, stay.
 */
export function separatePrintRules(css: string): SeparatedStyle {
  const styleRules: string[] = [];
  const printRules: string[] = [];
  let depth = 0;
  /** Where the rule starts that is being read, and where its block does. */
  let start = 0;
  let blockStart = 0;
  for (const { 0: border, index } of css.matchAll(cssBorders)) {
    if (border === '{' && depth++ === 0) blockStart = index;
    if (border === '}') depth -= 1;
    if (depth > 0 || (border !== '}' && border !== ';')) continue;
    const end = index + 1;
    if (border === '}' && forPaperAlone.test(css.slice(start, blockStart)))
      printRules.push(css.slice(blockStart + 1, index));
    else styleRules.push(css.slice(start, end));
    start = end;
  }
  styleRules.push(css.slice(start));
  return { style: styleRules.join(''), printRules: printRules.join('\n') };
}
