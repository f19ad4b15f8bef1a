import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import { useDateTimeFormat } from '@docusaurus/theme-common';
import EditIcon from '@theme/Icon/Edit';
import type { ReactElement } from 'react';

interface RowProps {
  className?: string;
  editUrl?: string | null;
  /** In milliseconds. */
  lastUpdatedAt?: number;
  lastUpdatedBy?: string;
}

export function EditLink({ editUrl }: RowProps): ReactElement {
  return (
    <Link to={editUrl ?? undefined} className="theme-edit-this-page">
      <EditIcon />
      <Translate id="theme.common.editThisPage">Edit this page</Translate>
    </Link>
  );
}

function UpdateDate({ at }: { at: number }): ReactElement {
  const date = new Date(at);
  const format = useDateTimeFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  const time = (
    <b>
      <time dateTime={date.toISOString()} itemProp="dateModified">
        {format.format(date)}
      </time>
    </b>
  );
  return (
    <Translate id="theme.lastUpdated.atDate" values={{ date: time }}>
      {' on {date}'}
    </Translate>
  );
}

function UpdateAuthor({ name }: { name: string }): ReactElement {
  return (
    <Translate id="theme.lastUpdated.byUser" values={{ user: <b>{name}</b> }}>
      {' by {user}'}
    </Translate>
  );
}

export function LastUpdate({ lastUpdatedAt, lastUpdatedBy }: RowProps): ReactElement {
  const values = {
    atDate: lastUpdatedAt ? <UpdateDate at={lastUpdatedAt} /> : '',
    byUser: lastUpdatedBy ? <UpdateAuthor name={lastUpdatedBy} /> : '',
  };
  return (
    <span className="theme-last-updated">
      <Translate id="theme.lastUpdated.lastUpdatedAtBy" values={values}>
        {'Last updated{atDate}{byUser}'}
      </Translate>
    </span>
  );
}

export function EditRow({ className = '', ...rest }: RowProps): ReactElement {
  return (
    <div className={`row ${className}`.trim()}>
      <div className="col">{rest.editUrl && <EditLink {...rest} />}</div>
      <div className="col">{(rest.lastUpdatedAt || rest.lastUpdatedBy) && <LastUpdate {...rest} />}</div>
    </div>
  );
}
