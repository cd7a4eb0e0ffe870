import { formatCount } from '../../lib/format/format-count.ts'

/** Texts of this module, verbatim from the specification and the decisions that fill its gaps. */
export const commandMessages = {
  wentWrong: 'Something went wrong',
  failed: 'Unable to process request. Something went wrong.',
  queued: 'Command queued successfully.',
  cancelled: 'Command cancelled.',
  allCancelled: (count: number) => `${formatCount(count, 'command')} cancelled.`,
  left: (names: readonly string[]) => `Collected in the meantime: ${names.join(', ')}.`,
  cancelling: 'The agency has not collected them. What it collects in this moment is not cancelled.',
  stays: (name: string, why: string) => `${name} stays. ${why}`,
  noneWaiting: 'No command waits.',
  notLoaded: 'The commands are not loaded.',
  cleared: 'Arguments cleared.',
  noneQueued: 'No commands',
  neverSeen: 'The agency’s software has never called, so nothing will collect a command yet.',
} as const
