import type { Root } from 'mdast';
import type { Extension as FromMarkdownExtension } from 'mdast-util-from-markdown';
import type { Code, Effects, Extension, State, TokenTypeMap } from 'micromark-util-types';
import type { Processor } from 'unified';
import { SKIP, visit } from '../tree/visit.ts';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    htmlComment: 'htmlComment';
    htmlCommentText: 'htmlCommentText';
  }
}

declare module 'mdast' {
  interface HtmlComment {
    type: 'htmlComment';
    value: string;
    position?: import('unist').Position;
  }
  interface PhrasingContentMap {
    htmlComment: HtmlComment;
  }
  interface RootContentMap {
    htmlComment: HtmlComment;
  }
}

const LESS_THAN = 60;
const GREATER_THAN = 62;
const EXCLAMATION_MARK = 33;
const DASH = 45;
const comment: keyof TokenTypeMap = 'htmlComment';
const commentText: keyof TokenTypeMap = 'htmlCommentText';

/** Supports `<!-- … -->` in MDX, as Docusaurus 3 does. Comments become nodes, which later steps read and drop. */
export function htmlComments(this: Processor): undefined {
  const data = this.data();
  data.micromarkExtensions ??= [];
  data.micromarkExtensions.push(syntax);
  data.fromMarkdownExtensions ??= [];
  data.fromMarkdownExtensions.push(toNode);
}

const syntax: Extension = {
  flow: { [LESS_THAN]: { name: 'htmlComment', tokenize, concrete: true } },
  text: { [LESS_THAN]: { name: 'htmlComment', tokenize } },
};

const toNode: FromMarkdownExtension = {
  canContainEols: ['htmlComment'],
  enter: {
    htmlComment(token) {
      this.enter({ type: 'htmlComment', value: '' }, token);
      this.buffer();
    },
  },
  exit: {
    htmlComment(token) {
      this.resume();
      const node = this.stack.at(-1);
      if (node?.type === 'htmlComment') node.value = this.sliceSerialize(token).slice(4, -3).trim();
      this.exit(token);
    },
  },
};

function tokenize(effects: Effects, ok: State, nok: State): State {
  const openingCodes = [LESS_THAN, EXCLAMATION_MARK, DASH, DASH];
  return begin;

  function begin(code: Code): State | undefined {
    effects.enter(comment);
    return open(code);
  }

  function open(code: Code): State | undefined {
    if (openingCodes.length === 0) return contentStart(code);
    if (code !== openingCodes.shift()) return nok(code);
    effects.consume(code);
    return open;
  }

  /** `<!-->` and `<!--->` aren't comments. */
  function contentStart(code: Code): State | undefined {
    if (code === GREATER_THAN) return nok(code);
    if (isLineEnding(code)) return lineEnding(code);
    effects.enter(commentText);
    if (code !== DASH) return content(code);
    effects.consume(code);
    return (next) => (next === GREATER_THAN ? nok(next) : content(next));
  }

  function content(code: Code): State | undefined {
    if (code === null) return nok(code);
    if (isLineEnding(code)) {
      effects.exit(commentText);
      return lineEnding(code);
    }
    effects.consume(code);
    return code === DASH ? afterDash : content;
  }

  function afterDash(code: Code): State | undefined {
    if (code !== DASH) return content(code);
    effects.consume(code);
    return afterDashes;
  }

  function afterDashes(code: Code): State | undefined {
    if (code === DASH) {
      effects.consume(code);
      return afterDashes;
    }
    if (code !== GREATER_THAN) return content(code);
    effects.consume(code);
    effects.exit(commentText);
    effects.exit(comment);
    return ok;
  }

  function lineEnding(code: Code): State | undefined {
    consumeLineEnding(effects, code);
    return lineStart;
  }

  function lineStart(code: Code): State | undefined {
    if (isLineEnding(code)) return lineEnding(code);
    effects.enter(commentText);
    return content(code);
  }
}

function consumeLineEnding(effects: Effects, code: Code): void {
  effects.enter('lineEnding');
  effects.consume(code);
  effects.exit('lineEnding');
}

/** The codes of micromark for CR, LF and CRLF. */
function isLineEnding(code: Code): boolean {
  return code !== null && code < -2;
}

/** Removes comments and joins the texts around them, so that later steps need not know about comments. */
export function dropComments(tree: Root): void {
  visit(tree, 'htmlComment', (_, index, parent) => {
    if (!parent || index === undefined) return undefined;
    parent.children.splice(index, 1);
    const [before, after] = [parent.children[index - 1], parent.children[index]];
    if (before?.type === 'text' && after?.type === 'text') {
      before.value += after.value;
      parent.children.splice(index, 1);
    }
    return [SKIP, index];
  });
}
