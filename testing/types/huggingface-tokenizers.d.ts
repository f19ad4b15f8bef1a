/** The part of `@huggingface/tokenizers` that `examples/reranker` uses. Owners who bring a model install it. */
export class Tokenizer {
  constructor(tokenizer: object, config: object);
  encode(
    text: string,
    options: { text_pair: string; return_token_type_ids: true },
  ): { ids: number[]; token_type_ids: number[] };
}
