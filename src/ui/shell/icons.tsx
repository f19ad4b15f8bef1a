import { createElement, type ReactElement, type ReactNode } from 'react';

/**
 * The few drawings of Lucide (https://lucide.dev) that articles show: the library is larger than everything else that a
 * server installs. Parts that load later have files of their own, because every page loads this one whole. Their
 * licence, ISC: copyright (c) Lucide Contributors; they may be used, copied, modified and distributed for any purpose,
 * with or without fee, as long as this notice appears in all copies; they are provided "as is", without warranty of any
 * kind.
 */
interface IconProps {
  /** Width and height, in CSS pixels. */
  size: number;
  className?: string;
}

function Drawing({ size, className, children }: IconProps & { children?: ReactNode }) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** Creates an icon from SVG paths and other shapes. */
export function createIcon(...shapes: readonly (string | ReactElement)[]) {
  const children = shapes.map((shape) =>
    typeof shape === 'string' ? <path key={shape} d={shape} /> : shape,
  );
  return (props: IconProps) => createElement(Drawing, props, ...children);
}

export const ArrowLeft = createIcon('m12 19-7-7 7-7', 'M19 12H5');
export const ArrowRight = createIcon('M5 12h14', 'm12 5 7 7-7 7');
export const ChevronRight = createIcon('m9 18 6-6-6-6');
export const CircleUser = createIcon(
  <circle cx="12" cy="12" r="10" />,
  <circle cx="12" cy="10" r="3" />,
  'M7 20.662V19a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2v1.662',
);
export const Copy = createIcon(
  <rect width="14" height="14" x="8" y="8" rx="2" ry="2" />,
  'M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2',
);
export const House = createIcon(
  'M15 21v-8a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v8',
  'M3 10a2 2 0 0 1 .709-1.528l7-6a2 2 0 0 1 2.582 0l7 6A2 2 0 0 1 21 10v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z',
);
export const Menu = createIcon('M4 5h16', 'M4 12h16', 'M4 19h16');
export const Moon = createIcon(
  'M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401',
);
export const Pencil = createIcon(
  'M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497z',
  'm15 5 4 4',
);
export const RotateCw = createIcon('M21 12a9 9 0 1 1-9-9c2.52 0 4.93 1 6.74 2.74L21 8', 'M21 3v5h-5');
export const Search = createIcon('m21 21-4.34-4.34', <circle cx="11" cy="11" r="8" />);
export const Sun = createIcon(
  <circle cx="12" cy="12" r="4" />,
  'M12 2v2',
  'M12 20v2',
  'm4.93 4.93 1.41 1.41',
  'm17.66 17.66 1.41 1.41',
  'M2 12h2',
  'M20 12h2',
  'm6.34 17.66-1.41 1.41',
  'm19.07 4.93-1.41 1.41',
);
export const X = createIcon('M18 6 6 18', 'm6 6 12 12');
