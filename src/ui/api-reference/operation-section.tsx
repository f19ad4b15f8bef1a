import * as texts from 'virtual:site/texts';
import type { ReactNode } from 'react';
import { toBrowserUrl } from '../../model/urls.ts';
import { writeCurlSample } from '../../openapi/request-samples/curl.ts';
import { fillText } from '../fill-text.ts';
import { FieldTable, Words } from './field-table.tsx';
import { isError, type Operation } from './read-operations.ts';
import { createField, listFieldsByForm } from './schema-fields.ts';

interface Props {
  operation: Operation;
  common: ReadonlyMap<string, string>;
}

/** Describes one endpoint: access, request, responses and its own errors. */
export function OperationSection({ operation, common }: Props) {
  const { operationId: id, method, path, summary } = operation;
  const { byToken, byDeployToken, isForAdministrators } = operation;
  const parameters = operation.parameters ?? [];
  const name = `${method} ${path}`;
  const errors = Object.entries(operation.responses)
    .map(([status, { description }]): [string, string] => [status, description])
    .filter(([status, words]) => isError(status) && common.get(status) !== words);
  return (
    <section className="api__operation">
      <LinkedHeading level={3} id={id} text={name}>
        <code>
          <b>{method}</b> {path}
        </code>
      </LinkedHeading>
      <p>
        <Words>{summary}</Words>
      </p>
      {(byToken || byDeployToken || isForAdministrators) && (
        <p className="api__marks">
          {byToken && <span className="badge">{texts.apiByToken}</span>}
          {byDeployToken && <span className="badge">{texts.apiByDeployToken}</span>}
          {isForAdministrators && <span className="badge">{texts.administrator}</span>}
        </p>
      )}
      {parameters.length > 0 && (
        <>
          <h4>{texts.apiParameters}</h4>
          <FieldTable
            caption={`${texts.apiParameters}: ${name}`}
            fields={parameters.map(({ name, description, schema, required }) =>
              createField(name, { ...schema, ...(description && { description }) }, required),
            )}
            mark="required"
          />
        </>
      )}
      {Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) => (
        <div key={type}>
          <h4>
            {texts.apiBody} <code>{type}</code>
          </h4>
          <Forms caption={`${texts.apiBody}: ${name}`} schema={schema} mark="required" />
        </div>
      ))}
      {Object.entries(operation.responses).map(([status, { content }]) =>
        isError(status) ? null : (
          <div key={status}>
            <h4>
              {texts.apiAnswer} <code>{status}</code> {content === undefined && texts.apiNoBody}
              {Object.keys(content ?? {}).map((type) => (
                <code key={type}>{type}</code>
              ))}
            </h4>
            {Object.entries(content ?? {}).map(([type, { schema }]) => (
              <Forms key={type} caption={`${texts.apiAnswer}: ${name}`} schema={schema} mark="sometimes" />
            ))}
          </div>
        ),
      )}
      {errors.length > 0 && (
        <>
          <h4>{texts.apiErrors}</h4>
          <ErrorTable errors={errors} />
        </>
      )}
      {byToken && (
        <>
          <h4>{texts.apiExample}</h4>
          <pre className="api__example">
            <code>
              {writeCurlSample({
                method,
                address: [`${location.origin}${toBrowserUrl(path)}`],
                query: [],
                headers: [['Authorization', ['Bearer gatehouse_…']]],
                answer: 'json',
              })}
            </code>
          </pre>
        </>
      )}
    </section>
  );
}

type FormsProps = Omit<Parameters<typeof FieldTable>[0], 'fields'> & {
  schema: Parameters<typeof listFieldsByForm>[0];
};

/** A body can have several forms. Bodies that aren't JSON are described in words. */
function Forms({ schema, ...table }: FormsProps) {
  const forms = listFieldsByForm(schema.contentSchema ?? schema).map((fields, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they have no names, and stay where they are
    <div key={index}>
      {index > 0 && <p>{texts.apiOr}</p>}
      <FieldTable {...table} fields={fields} />
    </div>
  ));
  return (
    <>
      {schema.description !== undefined && (
        <p>
          <Words>{schema.description}</Words>
        </p>
      )}
      {forms}
    </>
  );
}

export function ErrorTable({ errors }: { errors: readonly (readonly [status: string, words: string])[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{texts.apiStatus}</th>
          <th scope="col">{texts.apiMeaning}</th>
        </tr>
      </thead>
      <tbody>
        {errors.map(([status, words]) => (
          <tr key={status}>
            <td>
              <code>{status}</code>
            </td>
            <td>
              <Words>{words}</Words>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface LinkedHeadingProps {
  level: 2 | 3;
  id: string;
  text: string;
  /** Markup of the text. */
  children?: ReactNode;
}

export function LinkedHeading({ level, id, text, children = text }: LinkedHeadingProps) {
  const Heading = `h${level}` as const;
  const label = fillText(texts.directLink, { heading: text });
  return (
    <Heading id={id}>
      {children}
      <a className="hash-link" href={`#${id}`} title={label}>
        <span className="visually-hidden">{label}</span>
      </a>
    </Heading>
  );
}
