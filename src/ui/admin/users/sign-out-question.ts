import * as texts from 'virtual:site/texts';
import type { Question } from '../../confirm-dialog.tsx';
import { fillText } from '../../fill-text.ts';

/** Asks before a user is signed out everywhere. */
export function createSignOutQuestion(email: string): Question {
  return {
    title: fillText(texts.endSessionsTitle, { email }),
    warning: texts.endSessionsWarning,
    action: texts.endSessions,
  };
}
