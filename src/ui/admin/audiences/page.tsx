import * as texts from 'virtual:site/texts';
import { browserUrl, PREVIEW_URL, pageHref } from '../../../model/urls.ts';
import { callApi } from '../../api-client.ts';
import { useLoaded } from '../../use-loaded.ts';
import { NotYet } from '../not-yet.tsx';

/** `/admin/audiences`: who sees what, and the site as they see it. */
export function Page() {
  const { answer, state, reload } = useLoaded('audiences', () => callApi('GET /api/v1/audiences', {}));
  if (state === 'failed' || answer === undefined) return <NotYet state={state} reload={reload} />;
  const { groups, narrow, everyReader, visitors, links, neighbours, canPreview } = answer;
  if (groups.length === 0 && visitors === undefined)
    return <p className="admin__lead">{texts.noAudiences}</p>;
  const labels = new Map(groups.map(({ name, label }) => [name, label]));
  return (
    <div className="admin">
      {/* A plain form: the answer is the site, seen by somebody else. */}
      <form className="audiences" method="post" action={PREVIEW_URL}>
        <table className="table">
          <caption className="visually-hidden">{texts.audiences}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.group}</th>
              <th scope="col">{texts.reachedPages}</th>
            </tr>
          </thead>
          <tbody>
            {visitors !== undefined && (
              <tr>
                <td>{texts.visitors}</td>
                <td>{visitors}</td>
              </tr>
            )}
            <tr>
              <td>{texts.everyReader}</td>
              <td>{everyReader}</td>
            </tr>
            {groups.map(({ name, label, description, pages }) => (
              <tr key={name}>
                <td>
                  <label className="check">
                    <input type="checkbox" name="group" value={name} />
                    <span>
                      {label}
                      {description && <small>{description}</small>}
                    </span>
                  </label>
                </td>
                <td>{pages}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {canPreview && groups.length > 0 && (
          <button type="submit" className="button button--main">
            {texts.beginPreview}
          </button>
        )}{' '}
        {canPreview && visitors !== undefined && (
          <button type="submit" name="visitor" value="yes" className="button">
            {texts.beginVisitorPreview}
          </button>
        )}
      </form>
      {narrow.length > 0 && (
        <table className="table">
          <caption>{texts.narrowPages}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.reachedPages}</th>
              <th scope="col">{texts.seenBy}</th>
            </tr>
          </thead>
          <tbody>
            {narrow.map(({ path, groups: seenBy, public: isPublic }) => (
              <tr key={path}>
                <td>
                  <a href={pageHref(browserUrl(path))}>{path}</a>
                </td>
                <td>
                  {isPublic
                    ? `${texts.visitors}, ${texts.everyReader.toLowerCase()}`
                    : seenBy.map((name) => labels.get(name) ?? name).join(', ') || texts.nobody}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Beyond caption={texts.beyondLinks} pages={links} />
      <Beyond caption={texts.beyondNeighbours} pages={neighbours} />
    </div>
  );
}

/** Pages that lead some of their readers to what they do not see. Their addresses are whole already. */
function Beyond({ caption, pages }: { caption: string; pages: readonly { from: string; to: string }[] }) {
  if (pages.length === 0) return undefined;
  return (
    <table className="table">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.reachedPages}</th>
          <th scope="col">{texts.leadsTo}</th>
        </tr>
      </thead>
      <tbody>
        {pages.map(({ from, to }) => (
          <tr key={`${from} ${to}`}>
            <td>
              <a href={pageHref(from)}>{from}</a>
            </td>
            <td>
              <a href={pageHref(to)}>{to}</a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
