/** Length of the name of a passkey. The form accepts no more, and the server cuts what other clients send. */
export const PASSKEY_NAME_MAX_CHARACTERS = 60;
