/** A small process: start, task, decision, two ends. The mark's shapes, drawn larger. */
export function HomeFlow() {
  return (
    <svg
      className="home__flow"
      width="340"
      height="180"
      viewBox="0 0 340 180"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <circle cx="22" cy="70" r="14" />
      <path d="M36 70h28" />
      <rect x="64" y="44" width="92" height="52" rx="10" />
      <path d="M156 70h30" />
      <path d="m212 44 26 26-26 26-26-26z" />
      <path d="M238 70h64" />
      <path d="M212 96v24c0 12 4 20 18 20h8" />
      <rect x="238" y="116" width="72" height="48" rx="10" />
      <circle cx="316" cy="70" r="14" strokeWidth="4" />
      <path opacity="0.45" d="M82 64h56M82 77h34M254 134h40M254 147h24" />
    </svg>
  );
}
