import type { FeatureMail } from 'gatehouse/feature';

const button = { path: '/status' };

const english: FeatureMail = {
  subject: 'The service works again',
  paragraphs: ['The disturbance is over, and the service works again.'],
  button: { ...button, label: 'Open the status page' },
  why: 'you asked for it on the status page',
};

const byLanguage: Readonly<Record<string, FeatureMail>> = {
  en: english,
  es: {
    subject: 'El servicio vuelve a funcionar',
    paragraphs: ['La interrupción ha terminado y el servicio vuelve a funcionar.'],
    button: { ...button, label: 'Abrir la página de estado' },
    why: 'lo pediste en la página de estado',
  },
};

/** The mail to a reader who asked for it. Gatehouse adds the greeting, the layout and the sender. */
export function writeWorksAgainMail(language: string): FeatureMail {
  return byLanguage[language] ?? english;
}
