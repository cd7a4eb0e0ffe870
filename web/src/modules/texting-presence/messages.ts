/** Texts of this module, to the letter of the documents and of the decisions that fill their gaps. */
export const presenceMessages = {
  idFirst: 'Enter the agency id first.',
  wentWrong: 'Something went wrong',
  noneFound: 'No connections found',
  idle: 'Look up whose texting software is connected at an agency.',
} as const
