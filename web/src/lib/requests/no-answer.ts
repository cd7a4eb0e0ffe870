import type { ClientCall } from '@agency-support/contract/call'

const unsent = 'You are offline: nothing was saved. Try again when the connection is back.'
const unknown = 'There was no answer: this may or may not have been saved. Check before you try again.'
const unreached = 'The server cannot be reached. Try again in a moment.'

/**
 * The sentence for a call without an answer, in place of the browser's own message; a read keeps that message,
 * because its screen says what is missing. `isUnsent`: the browser was offline, so the request was never sent.
 */
export function noAnswerSentence(call: ClientCall, said: string, isUnsent: boolean): string {
  if (call.kind === 'read') return said
  if (call.access === 'anyone') return unreached
  return isUnsent ? unsent : unknown
}

/** True for the sentence of a write that got no answer. */
export function isNoAnswer(sentence: string): boolean {
  return [unsent, unknown, unreached].includes(sentence)
}
