import { z } from 'zod'

/** A piece of a document. */
export type Json = Record<string, unknown>

/** A JSON schema of what a client sends or gets; our values are JSON already, so nothing is lost in it. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  // What tidies the input up first takes anything; the form that it makes is the one to send.
  if (io === 'input' && schema instanceof z.ZodPipe && schema.in instanceof z.ZodTransform)
    return toJsonSchema(schema.out as z.ZodType, io)
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}
