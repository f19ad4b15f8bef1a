import * as texts from 'virtual:site/texts';
import { browserUrl, PREVIEW_URL, pageHref } from '../../../model/urls.ts';
import { callApi } from '../../api-client.ts';
import { useLoaded } from '../../use-loaded.ts';
import { NotYet } from '../not-yet.tsx';

/** `/admin/audiences`: who sees what, and the site as they see it. */
export function Page() {
  const { answer, state, reload } = useLoaded('audiences', () => callApi('GET /api/v1/audiences', {}));
  if (state === 'failed' || answer === undefined) return <NotYet state={state} reload={reload} />;
  const { groups, narrow, everyReader, canPreview } = answer;
  if (groups.length === 0) return <p className="admin__lead">{texts.noAudiences}</p>;
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
        {canPreview && (
          <button type="submit" className="button button--main">
            {texts.beginPreview}
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
            {narrow.map(({ path, groups: seenBy }) => (
              <tr key={path}>
                <td>
                  <a href={pageHref(browserUrl(path))}>{path}</a>
                </td>
                <td>{seenBy.map((name) => labels.get(name) ?? name).join(', ') || texts.nobody}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
