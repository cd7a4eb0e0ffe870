import { z } from 'zod'
import { Instant } from './dates.ts'
import { hasHiddenCharacters } from './rules/hidden-characters.ts'

/** True for text that PostgreSQL can store: no lone surrogates and no NUL. */
export const canBeStored = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

function bounded(text: z.ZodString, what: string, max: number): z.ZodString {
  return text.max(max, textSentence(what, max)).refine(canBeStored, `${what} must be well-formed text.`)
}

const textSentence = (what: string, max: number): string => `${what} must be at most ${max} characters.`

/** Text up to a maximum length, stored exactly as it comes. */
export function exactText(what: string, max: number): z.ZodString {
  return bounded(z.string(textSentence(what, max)), what, max)
}

/** The same with surrounding spaces removed. */
export function trimmedText(what: string, max: number): z.ZodString {
  return bounded(z.string(textSentence(what, max)).trim(), what, max)
}

/** One trimmed line without hidden characters; may be empty. */
export function lineText(what: string, max: number): z.ZodString {
  return trimmedText(what, max).refine(
    (text) => !hasHiddenCharacters(text),
    `${what} must be one line of plain text.`,
  )
}

/** The same, not empty. */
export function requiredLine(what: string, max: number): z.ZodString {
  return lineText(what, max).min(1, `${what} is required.`)
}

/** For `superRefine`: adds a rule's sentence as an issue, if the rule refuses a text. */
export function refusedBy(rule: (text: string) => string | undefined) {
  return (text: string, ctx: z.RefinementCtx<string>): void => {
    const message = rule(text)
    if (message !== undefined) ctx.addIssue({ code: 'custom', message })
  }
}

/** A boolean, never a text or number that means one. */
export function trueOrFalse(what: string): z.ZodBoolean {
  return z.boolean(`${what} must be true or false.`)
}

/** A whole number within bounds. */
export function wholeNumber(what: string, min: number, max: number): z.ZodInt {
  const sentence = `${what} must be a whole number from ${min} to ${max}.`
  return z.int(sentence).min(min, sentence).max(max, sentence)
}

/** A code within known bounds; the sentence names an unknown one. */
export function knownNumber(what: string, min: number, max: number): z.ZodInt {
  const sentence = { error: notKnown(what) }
  return z.int(sentence).min(min, sentence).max(max, sentence)
}

/** The error for an unknown number. */
export function notKnown(what: string): (issue: { input: unknown }) => string {
  return ({ input }) => {
    return typeof input === 'number' ? `${what} ${input} is not known.` : `${what} is not one that is known.`
  }
}

/** The version of a record that the caller read; without it the last write wins, as documented (D-30). */
export const ReadVersion = z
  .int('Version must be a whole number.')
  .optional()
  .describe('The version that was read; without it the last write wins.')

/** Who changed a thing meanwhile, and when: in the item of every refusal of a stale write, and in its sentence (D-30). */
export const lastChange = {
  changedBy: z.string().describe('Name of the person, programme or agency.'),
  changedAt: Instant.nullable().describe('When; null where it is not known.'),
}
