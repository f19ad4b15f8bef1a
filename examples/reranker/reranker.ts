import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { defineReranker } from 'gatehouse/reranker';
import { InferenceSession, Tensor } from 'onnxruntime-node';

/** The files of the model: see README.md. */
const modelFolder = path.join(import.meta.dirname, 'model');

/** The time grows with it. Most sections say in their first sentences what they are about. */
const TOKENS_MAX = 128;
/** A token has about four characters, so the rest isn't needed. */
const TEXT_MAX_CHARACTERS = 6 * TOKENS_MAX;

const readJson = async (name: string) => JSON.parse(await readFile(path.join(modelFolder, name), 'utf8'));
const tokenizer = new Tokenizer(await readJson('tokenizer.json'), await readJson('tokenizer_config.json'));
const session = await InferenceSession.create(path.join(modelFolder, 'model.onnx'));

/** Compares the question with each passage, all in one run of the model. */
export default defineReranker(async (query, passages, signal) => {
  const pairs = passages.map(({ title, text }) =>
    encodePair(query, `${title}. ${text}`.slice(0, TEXT_MAX_CHARACTERS)),
  );
  signal.throwIfAborted();
  const { [session.outputNames[0] ?? 'logits']: logits } = await session.run(createInputs(pairs));
  return [...(logits?.data ?? [])].map(Number);
});

interface EncodedPair {
  ids: number[];
  /** 0 for the tokens of the question, 1 for those of the passage. */
  types: number[];
}

function encodePair(query: string, passage: string): EncodedPair {
  const encoding = tokenizer.encode(query, { text_pair: passage, return_token_type_ids: true });
  if (encoding.ids.length <= TOKENS_MAX) return { ids: encoding.ids, types: encoding.token_type_ids };
  // The last token marks the end of the passage.
  const end = encoding.ids.slice(-1);
  return {
    ids: [...encoding.ids.slice(0, TOKENS_MAX - 1), ...end],
    types: encoding.token_type_ids.slice(0, TOKENS_MAX),
  };
}

/** Fills a row per pair. Shorter ones are padded, and the mask says which tokens count. */
function createInputs(pairs: readonly EncodedPair[]): Record<string, Tensor> {
  const width = Math.max(...pairs.map(({ ids }) => ids.length));
  const createTensor = (valueAt: (pair: EncodedPair, at: number) => number) => {
    const values = pairs.flatMap((pair) =>
      Array.from({ length: width }, (_, at) => BigInt(valueAt(pair, at))),
    );
    return new Tensor('int64', BigInt64Array.from(values), [pairs.length, width]);
  };
  const inputs: Record<string, Tensor> = {
    input_ids: createTensor(({ ids }, at) => ids[at] ?? 0),
    attention_mask: createTensor(({ ids }, at) => (at < ids.length ? 1 : 0)),
    token_type_ids: createTensor(({ types }, at) => types[at] ?? 0),
  };
  // Models without two kinds of tokens have no input for them.
  return Object.fromEntries(
    session.inputNames.flatMap((name) => (inputs[name] ? [[name, inputs[name]]] : [])),
  );
}
