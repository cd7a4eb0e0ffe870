import { createHash } from 'node:crypto'
import type { products } from '@agency-support/contract/modules/products'
import { logoSize, logoTexts, whyNotLogo } from '@agency-support/contract/rules/logo'
import type { Handler } from '../../calls/context.ts'
import { HttpFailure } from '../../calls/refusal.ts'
import { findLogo, saveLogo } from './logo-store.ts'
import { findProduct, lockProduct } from './products-store.ts'
import { productView } from './products-view.ts'

/** Uploads a logo; checked by its bytes, not by its declared type. */
export const uploadLogo: Handler<typeof products.uploadLogo> = async ({ id }, ctx) => {
  if ((await findProduct(ctx.db, id)) === undefined) throw ctx.refuse('notFound')
  const picture = await redraw(ctx.request.file ?? Buffer.alloc(0))
  const digest = createHash('sha256').update(picture).digest('hex').slice(0, 16)
  return ctx.transaction(async ({ tx, append }) => {
    const row = await lockProduct(tx, id)
    if (row === undefined) throw ctx.refuse('notFound')
    if (row.logo_digest === digest) return productView(row, ctx.services)
    await saveLogo(tx, id, { digest, picture })
    await append({
      event: 'products.logoUploaded',
      subject: row.name,
      before: { logo: row.logo_digest },
      after: { logo: digest },
    })
    return productView({ ...row, logo_digest: digest, version: row.version + 1 }, ctx.services)
  })
}

/** Decodes and re-encodes the picture, which drops everything else in the file. Throws 400 with a sentence. */
async function redraw(file: Buffer): Promise<Buffer> {
  const why = whyNotLogo(file)
  if (why !== undefined) throw new HttpFailure(400, why)
  // Imported lazily: it takes twenty megabytes, for a few uploads a year.
  const { default: sharp } = await import('sharp')
  try {
    const { width, height } = logoSize
    const { data, info } = await sharp(file, { failOn: 'warning', limitInputPixels: width * height })
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true })
    if (info.width === width && info.height === height) return data
  } catch (error) {
    throw new HttpFailure(400, logoTexts.notImage, { cause: error })
  }
  throw new HttpFailure(400, logoTexts.wrongSize)
}

/** The logo of a product. */
export const logo: Handler<typeof products.logo> = async ({ id }, ctx) => {
  const picture = await findLogo(ctx.db, id)
  if (picture === undefined) throw new HttpFailure(404, 'This product has no logo.')
  return { body: picture }
}
