import { type Setting, wholeNumber } from 'gatehouse/feature';

export const statusSettings = {
  STATUS_NOTICE_DAYS: {
    schema: wholeNumber(1, 365).default(30),
    group: 'Status of the service',
    meaning: 'Days after which a request for an email about the end of a disturbance expires.',
  },
} as const satisfies Readonly<Record<string, Setting>>;
