import { fillText } from './fill-text.ts';

/**
 * Writes a stored device, such as `Firefox on Linux`, in another language. `pattern` is the text `deviceOn`:
 * `{browser} en {system}`. A device with one name only, such as `Firefox`, stays as it is.
 */
export function writeDevice(device: string, pattern: string): string {
  const [browser = '', system] = device.split(' on ');
  return system === undefined ? device : fillText(pattern, { browser, system });
}
