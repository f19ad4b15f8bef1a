import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Schema } from '../src/reference/openapi/document.ts';
import type { Api } from '../src/reference/openapi/endpoints.ts';

/** Holds values to the schemas of the OpenAPI document. */
export class ApiValidator {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #validators = new WeakMap<Schema, ValidateFunction>();

  constructor({ document }: Api) {
    this.#ajv.addSchema({ $id: 'api', components: document.components });
  }

  /** Messages about values that don't fit the schema. Empty when the value is right. */
  findFaults(value: unknown, schema: Schema): string[] {
    const validate = this.#validators.get(schema) ?? this.#ajv.compile(makeAbsolute(schema));
    this.#validators.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message = 'is wrong' }) => `${instancePath || 'the value'} ${message}`,
    );
  }
}

/** References lead into the document, wherever the schema came from. */
function makeAbsolute(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/'));
}
