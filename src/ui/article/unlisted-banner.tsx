import * as texts from 'virtual:site/texts';

export function UnlistedBanner() {
  return (
    <div className="unlisted-banner theme-unlisted-banner" role="note">
      <strong>{texts.unlistedTitle}</strong>
      <p>{texts.unlisted}</p>
    </div>
  );
}
