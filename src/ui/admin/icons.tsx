import { createIcon } from '../shell/icons.tsx';

/** More icons of Lucide, for tables. See `shell/icons.tsx` for the licence. */
export const ArrowUp = createIcon('m5 12 7-7 7 7', 'M12 19V5');
export const ArrowDown = createIcon('M12 5v14', 'm19 12-7 7-7-7');
export const ChevronsUpDown = createIcon('m7 15 5 5 5-5', 'm7 9 5-5 5 5');
export const ChevronLeft = createIcon('m15 18-6-6 6-6');
export const ChevronsLeft = createIcon('m11 17-5-5 5-5', 'm18 17-5-5 5-5');
export const ChevronsRight = createIcon('m6 17 5-5-5-5', 'm13 17 5-5-5-5');
export const Check = createIcon('M20 6 9 17l-5-5');
export const Circle = createIcon('M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20');
export const Plus = createIcon('M5 12h14', 'M12 5v14');
export const Ellipsis = createIcon(...[5, 12, 19].map((x) => `M${x} 11a1 1 0 1 0 0 2a1 1 0 1 0 0-2`));
export const DownloadIcon = createIcon(
  'M12 15V3',
  'M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4',
  'm7 10 5 5 5-5',
);
