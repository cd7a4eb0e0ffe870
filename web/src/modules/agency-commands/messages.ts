/** Texts of this module, to the letter of the documents and of the decisions that fill their gaps. */
export const commandMessages = {
  wentWrong: 'Something went wrong',
  failed: 'Unable to process request. Something went wrong.',
  queued: 'Command queued successfully.',
  cancelled: 'Command cancelled.',
  cleared: 'The argument of the command before was cleared.',
  noneQueued: 'No commands',
  waiting: 'The same command is waiting already',
  neverSeen: 'The agency’s software has never called, so nothing will collect a command yet.',
} as const
