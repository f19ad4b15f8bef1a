import { PLACE_END, PLACE_START } from '../../config/page-place.ts';

/** The place of what is a reader's own. The server fills it; what it sent stays when React takes over. */
export function AccountPage() {
  return (
    <div
      className="account-page"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: two comments.
      dangerouslySetInnerHTML={{ __html: PLACE_START + PLACE_END }}
    />
  );
}
