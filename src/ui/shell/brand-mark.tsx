/** The mark: a start, a task and a decision on one flowing line. */
export function BrandMark({ size = 24 }: { size?: number }) {
  return (
    <svg
      className="brand-mark"
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <circle cx="6" cy="9" r="3.6" />
      <path d="M9.6 9H14" />
      <rect x="14" y="4" width="14" height="10" rx="3" />
      <path d="M21 14v3.4" />
      <path d="m21 17.4 5.3 5.3-5.3 5.3-5.3-5.3z" />
      <path d="M15.7 22.7H5" />
    </svg>
  );
}
