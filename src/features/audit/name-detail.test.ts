import { expect, test } from 'vitest';
import { nameDetail } from './name-detail.ts';

const groupLabels = new Map([
  ['partners', 'Partner companies'],
  ['staff', 'Staff'],
]);

test.each([
  ['token-made', 'Laptop (x3lRmGJ0_tN-aB1c), until 2027-02-26', 'Laptop, until Feb 26, 2027'],
  ['token-made', 'Laptop, old (x3lRmGJ0_tN-aB1c), until 2027-02-26', 'Laptop, old, until Feb 26, 2027'],
  ['tokens-ended', 'Laptop (work) (x3lRmGJ0_tN-aB1c)', 'Laptop (work)'],
  ['tokens-ended', 'all', 'All'],
  ['agent-allowed', 'Claude Code (x3lRmGJ0_tN-aB1c), until 2027-02-26', 'Claude Code, until Feb 26, 2027'],
  [
    'agent-ended',
    'Claude Code (x3lRmGJ0_tN-aB1c), a refresh token came twice',
    'Claude Code: its token was used twice',
  ],
  [
    'agent-ended',
    'Claude Code (x3lRmGJ0_tN-aB1c), by the program itself',
    'Claude Code: disconnected by the app',
  ],
  ['agent-ended', 'all agents of all readers', 'All apps of all readers'],
  ['deploy-token-ended', 'GitHub Actions (x3lRmGJ0_tN-aB1c)', 'GitHub Actions'],
  // An entry of an earlier version, which has no name.
  ['tokens-ended', 'x3lRmGJ0_tN-aB1c', 'x3lRmGJ0_tN-aB1c'],
  ['groups-changed', 'partners staff', 'Partner companies, Staff'],
  ['groups-changed', 'former', 'former'],
  ['groups-changed', 'none', 'None'],
  ['preview-begun', 'staff', 'Staff'],
  ['preview-begun', 'visitor', 'Visitors'],
  ['role-changed', 'administrator', 'Administrator'],
  ['signed-out', 'by another sign-in', 'Another sign-in in the same browser'],
  ['announcement-changed', 'Closed on Monday', 'Closed on Monday'],
])('%s: "%s" reads "%s"', (event, detail, text) => {
  expect(nameDetail(event, detail, groupLabels)).toBe(text);
});
