import { expect, test } from 'vitest';
import { writeDevice } from './device-name.ts';

test.each([
  ['Firefox on Linux', 'Firefox en Linux'],
  ['Samsung Internet on Android', 'Samsung Internet en Android'],
  ['Firefox', 'Firefox'],
])('writes the device %s in Spanish', (device, spanish) => {
  expect(writeDevice(device, '{browser} en {system}')).toBe(spanish);
});
