import { type AtRule, type ChildNode, parse, root } from 'postcss';

/** A style sheet without its rules for paper alone, and these rules. */
interface SeparatedStyle {
  style: string;
  printRules: string;
}

/**
 * Takes the content of every `@media print` block out of a style sheet, so that screens needn't load it. Rules that
 * also apply elsewhere, such as `@media print, (scripting: none)`, stay.
 */
export function separatePrintRules(css: string): SeparatedStyle {
  const sheet = parse(css);
  const printBlocks = sheet.nodes.filter(isForPaperAlone);
  for (const block of printBlocks) block.remove();
  sheet.raws.semicolon = true;
  return {
    style: sheet.toString(),
    printRules: printBlocks.map(({ nodes = [] }) => root({ nodes }).toString()).join('\n'),
  };
}

function isForPaperAlone(node: ChildNode): node is AtRule {
  return node.type === 'atrule' && node.name === 'media' && node.params === 'print';
}
