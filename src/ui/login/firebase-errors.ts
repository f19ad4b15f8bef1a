/** In the page, so that they stand once, with all other texts. */
export interface FirebaseMessages {
  wrongCredentials: string;
  tooManyAttempts: string;
  popupBlocked: string;
  otherMethod: string;
  unavailable: string;
}

/** What to say to the person for a failure of the client. `undefined`: they changed their mind and know it. */
export function messageFor(code: string | undefined, messages: FirebaseMessages): string | undefined {
  switch (code) {
    // One message, the same for unknown, wrong and disabled.
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
