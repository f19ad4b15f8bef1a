/** Texts in the page, so that this script carries none. */
export interface FirebaseMessages {
  wrongCredentials: string;
  tooManyAttempts: string;
  popupBlocked: string;
  otherMethod: string;
  unavailable: string;
}

/** Message for a failure of the client. Undefined if the user cancelled. */
export function findMessage(code: string | undefined, messages: FirebaseMessages): string | undefined {
  switch (code) {
    // The same message for unknown, wrong and disabled accounts.
    case 'auth/invalid-credential':
    case 'auth/invalid-email':
    case 'auth/user-disabled':
    case 'auth/user-not-found':
    case 'auth/wrong-password':
      return messages.wrongCredentials;
    case 'auth/too-many-requests':
      return messages.tooManyAttempts;
    case 'auth/popup-blocked':
      return messages.popupBlocked;
    case 'auth/account-exists-with-different-credential':
      return messages.otherMethod;
    case 'auth/cancelled-popup-request':
    case 'auth/popup-closed-by-user':
      return undefined;
    default:
      return messages.unavailable;
  }
}
