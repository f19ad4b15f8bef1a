import * as texts from 'virtual:site/texts';
import { PREVIEW_URL } from '../../model/urls.ts';
import { fillText } from '../fill-text.ts';
import { ServerHtml } from '../pages/server-html.tsx';
import { useIsVisitor } from './visitor.tsx';

/** Bar of a preview: says that pages may be hidden, and ends it. A plain form, so that it works without scripts. */
export function PreviewBar({ groups }: { groups: string }) {
  return (
    <ServerHtml className="preview-bar">{import.meta.env.SSR && <PreviewForm groups={groups} />}</ServerHtml>
  );
}

function PreviewForm({ groups }: { groups: string }) {
  const ofNoGroup = useIsVisitor() ? texts.previewOfVisitors : texts.previewOfReaders;
  return (
    <form className="notice-bar" method="post" action={PREVIEW_URL} aria-label={texts.preview}>
      <p>{groups === '' ? ofNoGroup : fillText(texts.previewOfGroups, { groups })}</p>
      <button type="submit" name="end" value="yes" className="quiet-button">
        {texts.endPreview}
      </button>
    </form>
  );
}
