/**
 * Icons of Lucide (https://lucide.dev), ISC: copyright (c) Lucide Contributors; they may be used, copied, modified and
 * distributed for any purpose, with or without fee, as long as this notice appears in all copies; they are provided "as
 * is", without warranty of any kind.
 */
const paths = {
  play: 'm6 3 14 9-14 9z',
  stop: 'M5 5h14v14H5z',
  back: 'M19 20 9 12l10-8zM5 19V5',
  next: 'm5 4 10 8-10 8zM19 5v14',
  restart: 'M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5',
  enlarge: 'M15 3h6v6M21 3l-7 7M3 21l7-7M9 21H3v-6',
} as const;

/** An icon in the color of the text. The button that contains it has a name. */
export function Icon({ name }: { name: keyof typeof paths }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
