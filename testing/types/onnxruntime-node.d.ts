/**
 * The part of `onnxruntime-node` that `examples/reranker` uses. The package has 288 MB, so only owners who bring a model
 * install it.
 */
export class Tensor {
  constructor(type: 'int64', data: BigInt64Array, dims: readonly number[]);
  readonly data: Iterable<number | bigint | string>;
}

export interface InferenceSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(inputs: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>>;
}

export const InferenceSession: { create(file: string): Promise<InferenceSession> };
