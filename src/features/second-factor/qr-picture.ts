import { encode } from 'uqr';

/** Width of the empty border that ISO/IEC 18004 requires, in modules. */
const QUIET_MODULES = 4;

/** Draws a QR code as a data URL for `<img src>`. So the page needs no script and no request to another site. */
export function drawQrPicture(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_MODULES });
  const runs = data.flatMap((row, y) =>
    [
      ...row
        .map((dark) => (dark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${runs.join('')}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
