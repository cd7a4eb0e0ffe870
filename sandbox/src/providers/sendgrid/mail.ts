import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { State } from './state.ts'
import type { Mode } from './suppressions.ts'

const Address = z.strictObject({ email: z.email(), name: z.string().optional() })
const texts = z.record(z.string(), z.string())

/** Body of `POST /v3/mail/send`, as far as we use it. */
const NewMail = z.strictObject({
  personalizations: z
    .array(
      z.strictObject({
        to: z.array(Address).min(1).max(1000),
        subject: z.string().min(1).optional(),
        custom_args: texts.optional(),
      }),
    )
    .min(1)
    .max(1000),
  from: Address,
  reply_to: Address.optional(),
  subject: z.string().min(1),
  content: z
    .array(z.strictObject({ type: z.enum(['text/plain', 'text/html']), value: z.string().min(1) }))
    .min(1),
  categories: z.array(z.string().max(255)).max(10).optional(),
  custom_args: texts.optional(),
})

/** Accepts a mail like SendGrid: 202 and the message id, or what is wrong with it. */
export function takeMail(
  state: State,
  mode: Mode,
  body: unknown,
): { status: number; body?: unknown; headers?: Record<string, string> } {
  const mail = NewMail.safeParse(body)
  if (!mail.success) {
    const found = mail.error.issues.map(({ path, message }) => ({
      field: path.join('.'),
      message,
      help: null,
    }))
    return { status: 400, body: { errors: found } }
  }
  const messageId = randomUUID().replaceAll('-', '').slice(0, 22)
  state.mails.push({ mode, messageId, at: state.now().toISOString(), body: mail.data })
  return { status: 202, headers: { 'x-message-id': messageId } }
}
