/**
 * Names what is announced, for the conditional request of an open page. `null`: nothing; `undefined`: what the
 * configuration says.
 */
export function announcementTag(announcement: { id: string } | null | undefined): string {
  return `"${announcement ? announcement.id : announcement}"`;
}
