/**
 * Entity tag of the announcement, for the conditional requests of open pages. `null`: no announcement. `undefined`: the
 * configured one.
 */
export function computeAnnouncementTag(announcement: { id: string } | null | undefined): string {
  return `"${announcement ? announcement.id : announcement}"`;
}
