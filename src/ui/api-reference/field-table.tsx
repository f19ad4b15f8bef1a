import * as texts from 'virtual:site/texts';
import { Fragment, type ReactNode } from 'react';
import { fillText } from '../fill-text.ts';
import type { Field } from './schema-fields.ts';

interface FieldTableProps {
  /** Accessible name of the table. */
  caption: string;
  fields: readonly Field[];
  /** Marks required fields in a request, and optional fields in a response. */
  mark?: 'required' | 'sometimes';
}

/** Table of fields with two columns, which fits a phone. */
export function FieldTable({ caption, fields, mark }: FieldTableProps) {
  if (fields.length === 0) return null;
  return (
    <table>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.apiField}</th>
          <th scope="col">{texts.apiMeaning}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.name}>
            <td>
              <code>{field.name}</code>
            </td>
            <td>
              <span className="api__type">{field.type}</span>
              {listParts(field, mark).map((part, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they stay where they are
                <Fragment key={index}> · {part}</Fragment>
              ))}
              {hasManyValues(field) && (
                <details>
                  <summary>{fillText(texts.apiOneOfMany, { count: field.schema.enum?.length ?? 0 })}</summary>
                  <ValueList values={field.schema.enum ?? []} />
                </details>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function listParts(field: Field, mark: FieldTableProps['mark']): ReactNode[] {
  const { schema, isRequired } = field;
  const { description, default: defaultValue } = schema;
  const values = schema.enum ?? [];
  return [
    mark === 'required' && isRequired && texts.apiRequired,
    mark === 'sometimes' && !isRequired && texts.apiSometimes,
    description !== undefined && <Words>{description}</Words>,
    values.length > 0 && !hasManyValues(field) && (
      <>
        {texts.apiOneOf} <ValueList values={values} />
      </>
    ),
    describeLimit(schema),
    defaultValue !== undefined && defaultValue !== '' && (
      <>
        {texts.apiDefault} <code>{String(defaultValue)}</code>
      </>
    ),
  ].filter((part) => part !== false && part !== undefined);
}

/** Longer lists of values are folded. */
const OPEN_VALUES_MAX = 12;

function hasManyValues({ schema }: Field): boolean {
  return (schema.enum?.length ?? 0) > OPEN_VALUES_MAX;
}

function ValueList({ values }: { values: readonly unknown[] }) {
  return values.map((value, index) => (
    <span key={String(value)}>
      {index > 0 && ', '}
      <code>{String(value)}</code>
    </span>
  ));
}

function describeLimit({ minimum, maximum, maxLength, maxItems }: Field['schema']): string | undefined {
  if (maxLength !== undefined) return fillText(texts.apiCharacters, { max: maxLength });
  if (maxItems !== undefined) return fillText(texts.apiItems, { max: maxItems });
  // The limits of all safe integers aren't limits worth showing.
  if (minimum === undefined || maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER) return undefined;
  return fillText(texts.apiBetween, { min: minimum, max: maximum });
}

/** Text of the document: English, with code between backticks. */
export function Words({ children }: { children: string }) {
  return (
    <span lang="en">
      {children
        .split('`')
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text
        .map((piece, index) => (index % 2 === 0 ? piece : <code key={index}>{piece}</code>))}
    </span>
  );
}
