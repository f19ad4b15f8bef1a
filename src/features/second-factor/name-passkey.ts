import type { FastifyRequest } from 'fastify';
import type { Texts } from '../../config/texts.ts';
import { describeDevice } from '../../server/http/device.ts';
import { writeDevice } from '../../shared/device-name.ts';

/** The part of a request that a passkey is named after. */
interface PasskeyRequest {
  headers: Pick<FastifyRequest['headers'], 'user-agent'>;
  gate: { release: { texts: Pick<Texts, 'deviceOn'> } };
}

/** Names a new passkey after the browser that creates it, in the language of the site: `Firefox en Linux`. */
export function namePasskey({ headers, gate }: PasskeyRequest): string {
  return writeDevice(describeDevice(headers['user-agent']) ?? '', gate.release.texts.deviceOn);
}
