/** Messages of the sandbox's refusals, by reason; `{what}` is the name from the request. */
export const refusalMessages = {
  'no token': 'The header Authorization is missing.',
  'wrong token': 'The access token is wrong.',
  'expired token': 'The access token has expired.',
  permission: 'The role of the user lacks the permission {what}.',
  missing: 'The field {what} is missing or empty.',
  'wrong type': 'The value of {what} has the wrong type.',
  'not accepted': "{what} doesn't accept this value.",
  'wrong uid': 'The value of {what} does not have 32 characters.',
  'no JSON': "The body isn't valid JSON for this endpoint.",
  unknown: 'Nothing has the UID {what}.',
  exists: 'There is a {what} already.',
  already: '{what} is assigned already.',
  'not in': '{what} is not assigned.',
  completed: 'The case is already completed.',
  cancelled: 'The case is cancelled.',
  paused: 'The case is paused.',
  'not paused': 'The case is not paused.',
  routed: 'The case was already routed: this delegation index is not open.',
  'other user': 'The task is assigned to another user.',
  'other people': 'The user has no rights over this case.',
  'no draft': 'Only drafts can be deleted.',
  'no current task': 'The case does not have a current task because it is completed.',
  'may not start': 'The user may not start a case with this task.',
  'no variable': 'The case has no variable {what}.',
  'variable exists': 'The case has the variable {what} already.',
  full: 'The sandbox keeps no more than it has. Reset it.',
  invalid_client: 'The client credentials are invalid.',
  invalid_grant: 'The user, the password, the code or the refresh token is wrong, expired or used.',
};

/** A message begins with the phrase of its status. */
export const phrases: Readonly<Record<string, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  413: 'Request Entity Too Large',
};
