import type { z } from 'zod'
import { parseJson } from '../lib/parse-json.ts'
import { ProviderError } from './provider-error.ts'

/**
 * A value of an answer, parsed by its schema. The error does not quote it, because it may contain personal data or a
 * secret.
 */
export function parseAnswer<S extends z.ZodType>(provider: string, shape: S, value: unknown): z.output<S> {
  const result = shape.safeParse(value)
  if (result.success) return result.data
  throw new ProviderError(provider, 'protocol', `${provider} gave an answer of another shape`)
}

/** The same for an answer in JSON. */
export function parseJsonAnswer<S extends z.ZodType>(provider: string, shape: S, text: string): z.output<S> {
  const value = parseJson(text)
  if (value === undefined)
    throw new ProviderError(provider, 'protocol', `${provider} gave an answer that is not JSON`)
  return parseAnswer(provider, shape, value)
}
