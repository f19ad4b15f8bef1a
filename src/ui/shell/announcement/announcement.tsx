import * as texts from 'virtual:site/texts';
import { useState } from 'react';
import { remember } from '../../browser-storage.ts';
import type { ShellConfig } from '../../page-data.ts';
import { X } from '../icons.tsx';
import { announcementStorageKey } from '../storage-keys.ts';

/**
 * The configured announcement. If it was dismissed, the style hides it before the first paint: the inline script marks
 * the page.
 */
export function Announcement({ announcement }: { announcement: ShellConfig['announcement'] }) {
  const [closed, setClosed] = useState(false);
  if (!announcement || closed) return null;
  const close = () => {
    remember('local', announcementStorageKey, announcement.id);
    setClosed(true);
  };
  return (
    <section className="announcement notice-bar" aria-label={texts.announcement}>
      {/* HTML of the owner from site.config.ts. */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: see above */}
      <div className="announcement__text" dangerouslySetInnerHTML={{ __html: announcement.html }} />
      {announcement.closeable && (
        <button
          type="button"
          className="icon-button needs-script"
          onClick={close}
          aria-label={texts.closeAnnouncement}
        >
          <X size={16} />
        </button>
      )}
    </section>
  );
}
