/** Texts of this module. */
export const operationsMessages = {
  nothingWrong: 'Nothing is wrong.',
  notKnown: 'not known',
  never: 'not since its start',
  noFailures: 'No request failed in the last five minutes.',
  otherForm: 'This process is of another build, whose figures cannot be read here.',
  noReplicas: 'none',
  wentWrong: 'Something went wrong',
} as const
