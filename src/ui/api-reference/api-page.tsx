import * as texts from 'virtual:site/texts';
import { useEffect, useMemo } from 'react';
import type { SiteApiDocument } from '../../model/api/openapi.ts';
import { OPENAPI_URL } from '../../model/urls.ts';
import { adoptStyle } from '../adopt-style.ts';
import { askJson } from '../api-client.ts';
import { NotYet } from '../not-yet.tsx';
import parts from '../parts.css?inline';
import { TableOfContents } from '../shell/page-links/table-of-contents.tsx';
import { useLoaded } from '../use-loaded.ts';
import style from './api-reference.css?inline';
import { FieldTable, Words } from './field-table.tsx';
import { ErrorTable, LinkedHeading, OperationSection } from './operation-section.tsx';
import { findCommonErrors, groupOperations, listContents } from './read-operations.ts';
import { listFieldsByForm } from './schema-fields.ts';

const ERRORS_ID = 'api-errors';

/** API reference, made from the OpenAPI document with the endpoints that the reader can use. */
export function ApiPage() {
  for (const sheet of [parts, style]) adoptStyle(sheet);
  const { answer, state, reload } = useLoaded('api', () => askJson<SiteApiDocument>(OPENAPI_URL));
  useEffect(() => {
    // The target of the URL has just been drawn.
    if (answer && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [answer]);
  if (answer !== undefined) return <Reference document={answer} />;
  return <NotYet state={state} reload={reload} className="own-page__wait" />;
}

function Reference({ document: { tags, paths, components } }: { document: SiteApiDocument }) {
  const groups = useMemo(() => groupOperations({ tags, paths }), [tags, paths]);
  const contents = useMemo(() => {
    const errors = { id: ERRORS_ID, level: 2, text: texts.apiErrors, html: texts.apiErrors };
    return listContents(groups, errors);
  }, [groups]);
  const errors = findCommonErrors(groups);
  const [form = []] = listFieldsByForm(components.schemas.Error);
  return (
    <div className="api">
      <TableOfContents entries={contents} />
      <div className="api__reference markdown">
        <p className="lead">{texts.apiLead}</p>
        <p>
          <a href={OPENAPI_URL}>{texts.apiAsDocument}</a>
        </p>
        <LinkedHeading level={2} id={ERRORS_ID} text={texts.apiErrors} />
        <p>{texts.apiErrorsLead}</p>
        <FieldTable caption={texts.apiErrors} fields={form} />
        <ErrorTable errors={[...errors]} />
        {groups.map(({ id, name, description, operations }) => (
          <section key={id}>
            <LinkedHeading level={2} id={id} text={name} />
            <p>
              <Words>{description}</Words>
            </p>
            {operations.map((operation) => (
              <OperationSection key={operation.operationId} operation={operation} common={errors} />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}
