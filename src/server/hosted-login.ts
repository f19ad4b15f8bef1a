import type { FirebaseClientSettings } from '../accounts/providers/firebase.ts';
import type { PolicySources } from './security-headers.ts';
import type { TemplateValues } from './templates.ts';

/** What the hosted identity service's client is told, in the page. */
export function hostedLoginSettings(client: FirebaseClientSettings): TemplateValues<'login-firebase'> {
  const { apiKey, authDomain, projectId, emulatorHost = '', signInProviders } = client;
  return { apiKey, authDomain, projectId, emulator: emulatorHost, providers: signInProviders.join(' ') };
}

/** What that client needs of others: the service's two endpoints, and for Google its loader and its frame. */
export function hostedLoginSources({
  authDomain,
  emulatorHost,
  signInProviders,
}: FirebaseClientSettings): PolicySources {
  const google = signInProviders.includes('google');
  const emulator = emulatorHost === undefined ? undefined : `http://${emulatorHost}`;
  return {
    script: google ? ['https://apis.google.com'] : [],
    connect:
      emulator === undefined
        ? ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']
        : [emulator],
    frame: google ? [emulator ?? `https://${authDomain}`] : [],
  };
}
