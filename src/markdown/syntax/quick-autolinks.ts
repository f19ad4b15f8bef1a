import type { Nodes } from 'mdast';
import type { Extension as FromMarkdownExtension } from 'mdast-util-from-markdown';
import type { Code, Construct, Extension, Previous, TokenizeContext } from 'micromark-util-types';
import type { Processor } from 'unified';
import { someText } from '../tree/visit.ts';

/** What every address has that GFM makes a link of by itself. */
const ADDRESS = /@|https?:\/\/|www\./i;
const EMAIL = 'emailAutolink';

/**
 * Spares GFM the search for addresses where there are none: it takes each word for the beginning of an e-mail
 * address, and goes over the whole tree four times. Both together were a tenth of compiling. Stands after remark-gfm.
 */
export function quickAutolinks(this: Processor): undefined {
  const data = this.data();
  data.micromarkExtensions = (data.micromarkExtensions ?? []).map(withQuickEmail);
  data.fromMarkdownExtensions = (data.fromMarkdownExtensions ?? []).map((extension) =>
    Array.isArray(extension) ? extension.map(withQuickSearch) : withQuickSearch(extension),
  );
}

function withQuickEmail(extension: Extension): Extension {
  if (!extension.text) return extension;
  const text = Object.entries(extension.text).map(([code, constructs]) => {
    const list = [constructs ?? []].flat().map((one) => (one.name === EMAIL ? quickEmail(one) : one));
    return [code, list] as const;
  });
  return { ...extension, text: Object.fromEntries(text) };
}

const quick = new WeakMap<Construct, Construct>();

function quickEmail(construct: Construct): Construct {
  const { previous } = construct;
  const mayBegin: Previous = function (this: TokenizeContext, before: Code) {
    return (previous?.call(this, before) ?? true) && restOfLine(this).includes('@');
  };
  const made = quick.get(construct) ?? { ...construct, previous: mayBegin };
  quick.set(construct, made);
  return made;
}

/** From the place that the tokenizer has come to, to the end of its line or the next tab, which no address spans. */
function restOfLine(context: TokenizeContext): string {
  const start = context.now();
  const next = { ...start, _index: start._index + 1, _bufferIndex: -1 };
  const [rest] = context.sliceStream({ start, end: next });
  return typeof rest === 'string' ? rest : '';
}

function withQuickSearch(extension: FromMarkdownExtension): FromMarkdownExtension {
  if (!extension.transforms) return extension;
  return {
    ...extension,
    transforms: extension.transforms.map(
      (transform) => (tree) => (someText(tree as Nodes, ADDRESS) ? transform(tree) : undefined),
    ),
  };
}
