import { createIcon } from '../shell/icons.tsx';

/** Icons of Lucide for the search dialog. `../shell/icons.tsx` has their licence. */

export const FileText = createIcon(
  'M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2z',
  'M14 2v5a1 1 0 0 0 1 1h5',
  'M10 9H8',
  'M16 13H8',
  'M16 17H8',
);
export const Hash = createIcon(
  <line x1="4" x2="20" y1="9" y2="9" />,
  <line x1="4" x2="20" y1="15" y2="15" />,
  <line x1="10" x2="8" y1="3" y2="21" />,
  <line x1="16" x2="14" y1="3" y2="21" />,
);
export const History = createIcon(
  'M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8',
  'M3 3v5h5',
  'M12 7v5l4 2',
);
export const Star = createIcon(
  'M11.525 2.295a.53.53 0 0 1 .95 0l2.31 4.679a2.123 2.123 0 0 0 1.595 1.16l5.166.756a.53.53 0 0 1 .294.904l-3.736 3.638a2.123 2.123 0 0 0-.611 1.878l.882 5.14a.53.53 0 0 1-.771.56l-4.618-2.428a2.122 2.122 0 0 0-1.973 0L6.396 21.01a.53.53 0 0 1-.77-.56l.881-5.139a2.122 2.122 0 0 0-.611-1.879L2.16 9.795a.53.53 0 0 1 .294-.906l5.165-.755a2.122 2.122 0 0 0 1.597-1.16z',
);
export const TextSearch = createIcon(
  'M21 5H3',
  'M10 12H3',
  'M10 19H3',
  <circle cx="17" cy="15" r="3" />,
  'm21 19-1.9-1.9',
);
