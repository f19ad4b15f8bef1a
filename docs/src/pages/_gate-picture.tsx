/** A gate between a release and three who ask: a reader and an assistant come through, a visitor doesn't. */
export function GatePicture() {
  return (
    <svg className="gate-picture" viewBox="0 0 360 220" role="img" aria-labelledby="gate-picture-title">
      <title id="gate-picture-title">
        Readers and their assistants reach pages through the gate. Visitors are stopped there.
      </title>
      <g className="gate-picture__box">
        <rect x="8" y="14" width="104" height="44" rx="8" />
        <rect x="8" y="88" width="104" height="44" rx="8" />
        <rect x="8" y="162" width="104" height="44" rx="8" />
        <rect x="272" y="62" width="80" height="96" rx="8" />
      </g>
      <g className="gate-picture__line">
        <path d="M112 36h60" />
        <path d="M112 110h60" />
        <path d="M204 36c36 0 30 56 60 56M204 110h60" />
        <path d="m256 86 8 6-8 6m0 6 8 6-8 6" />
      </g>
      <g className="gate-picture__stop">
        <path d="M112 184h52" />
        <path d="m158 176 12 16m0-16-12 16" />
      </g>
      <rect className="gate-picture__gate" x="172" y="6" width="32" height="208" rx="6" />
      <g className="gate-picture__page">
        <path d="M288 86h48M288 102h48M288 118h34M288 134h42" />
      </g>
      <g className="gate-picture__text">
        <text x="60" y="41">
          reader
        </text>
        <text x="60" y="115">
          assistant
        </text>
        <text x="60" y="189">
          visitor
        </text>
        <text x="312" y="178">
          pages
        </text>
        <text transform="rotate(-90 188 110)" x="188" y="115">
          gate
        </text>
      </g>
    </svg>
  );
}
