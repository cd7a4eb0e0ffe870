import { randomBytes } from 'node:crypto'
import type { products } from '@agency-support/contract/modules/products'
import { changeAtProvider } from '../../calls/ask-provider.ts'
import type { Handler } from '../../calls/context.ts'
import { keyInUse } from '../second-factor/public.ts'
import { saveCredentials } from './credentials-store.ts'
import { requireProduct } from './products-save.ts'
import { findProduct } from './products-store.ts'
import { productView, whyNotResend } from './products-view.ts'
import { openSecret, sealSecret } from './sealed-secret.ts'

const keyBytes = 12
const secretBytes = 32
const unclearReason = 'SendGrid gave no clear answer: the mail may not have been sent.'

/** Makes a new secret, which replaces the old one at once, and with the first secret also the key. */
export const refreshSecretKey: Handler<typeof products.refreshSecretKey> = async ({ productId }, ctx) => {
  const row = await requireProduct(ctx, productId)
  const apiKey = row.api_key ?? `mp_${randomBytes(keyBytes).toString('hex')}`
  const secretKey = randomBytes(secretBytes).toString('base64url')
  const last4 = secretKey.slice(-4)
  const key = await keyInUse(ctx.tx, ctx.services.config.secretKeys)
  await saveCredentials(ctx.tx, productId, { apiKey, sealed: sealSecret(key, productId, secretKey), last4 })
  await ctx.append({ event: 'products.secretRefreshed', subject: row.name, after: { apiKey } })
  const changed = { ...row, api_key: apiKey, api_secret_last4: last4, version: row.version + 1 }
  return {
    apiCredentials: { apiKey, secretKeyLast4: last4 },
    secretKey,
    product: productView(changed, ctx.services),
  }
}

/** Mails key and secret to the vendor. */
export const resendCredentials: Handler<typeof products.resendCredentials> = async ({ productId }, ctx) => {
  const row = await findProduct(ctx.db, productId)
  if (row === undefined) throw ctx.refuse('notFound')
  const why = whyNotResend(ctx.services, row)
  if (why !== undefined) throw ctx.refuse(why)
  const opened = openSecret(ctx.services.config.secretKeys, productId, row.api_secret ?? Buffer.alloc(0))
  if (opened === undefined) throw ctx.refuse('lost')
  const send = () =>
    ctx.services.sendGrid.sendMail({
      to: row.vendor_email,
      subject: `API credentials of ${row.name}`,
      text: toText(row.name, row.api_key ?? '', opened.secret),
    })
  const sent = {
    event: 'products.credentialsSent',
    subject: row.name,
    after: { to: row.vendor_email, apiKey: row.api_key },
  } as const
  await changeAtProvider(ctx, send, () =>
    // The secret may be in somebody's mailbox, which must not go unrecorded.
    ctx.transaction(({ append }) => append({ ...sent, reason: unclearReason })),
  )
  await ctx.transaction(({ append }) => append(sent))
  return null
}

function toText(name: string, apiKey: string, secret: string): string {
  return [
    `These are the API credentials of ${name}. Keep them in a safe place and do not forward this mail.`,
    '',
    `API key: ${apiKey}`,
    `Secret key: ${secret}`,
    '',
  ].join('\n')
}
