/** Texts of this module, verbatim from the specification and the decisions that fill its gaps. */
export const presenceMessages = {
  idFirst: 'Enter the agency id first.',
  wentWrong: 'Something went wrong',
  noneFound: 'No connections found',
  idle: 'Look up whose texting software is connected at an agency.',
} as const
