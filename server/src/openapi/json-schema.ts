import { z } from 'zod'

/** A piece of a document. */
export type Json = Record<string, unknown>

/** A JSON schema of what a client sends or receives; our values are plain JSON, so nothing gets lost. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  // A transform before a schema accepts anything; the schema behind it describes what to send.
  if (io === 'input' && schema instanceof z.ZodPipe && schema.in instanceof z.ZodTransform)
    return toJsonSchema(schema.out as z.ZodType, io)
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}
