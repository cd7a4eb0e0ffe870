import type { In } from '@agency-support/contract/call'
import type { reports } from '@agency-support/contract/modules/reports'
import { csvHead, type CsvColumn, csvLinesWriter } from '@agency-support/contract/rules/csv-file'
import { toReportFile } from '@agency-support/contract/rules/reports'
import { paced } from '../../calls/answer.ts'
import type { Handler } from '../../calls/context.ts'
import { HttpFailure } from '../../calls/refusal.ts'
import type { ReadDb } from '../../db/open.ts'
import { attachment } from '../../http/attachment.ts'
import { findReportedProduct, type ReportedProduct } from '../marketplace/public.ts'
import { activationFile, billingFile, eventsFile, type FilePage } from './file-pages.ts'

/** Rows formatted per turn of the event loop. */
const linesAtOnce = 1_000

type Input = In<typeof reports.csv>

/** A report as CSV, read as fast as the browser takes it; byte for byte what the console's own export makes. */
export const csv: Handler<typeof reports.csv> = async (input, ctx) => {
  const { report, productId, zone, ...filters } = input
  const product = await findReportedProduct(ctx.db, { productId })
  // Not an envelope, which a browser would save as the file.
  if (product === undefined) throw new HttpFailure(404, 'Product not found')
  const { name, columns } = toReportFile(report, product)
  const given = Object.entries(filters).filter(([, value]) => value !== '')
  await ctx.append({
    event: 'reports.exported',
    subject: name,
    after: { report, product: product.name, ...Object.fromEntries(given) },
  })
  const stream = paced(lines(columns, getPages(ctx.db, product, input), zone))
  return { stream, headers: { 'content-disposition': attachment(name) } }
}

function getPages(
  db: ReadDb,
  product: ReportedProduct,
  { report, ...filters }: Input,
): AsyncIterable<FilePage> {
  switch (report) {
    case 'product-billing':
      return billingFile(db, product, filters)
    case 'product-activation':
      return activationFile(db, product, filters)
    case 'subscription-events':
      return eventsFile(db, product, filters)
  }
}

async function* lines(
  columns: readonly CsvColumn[],
  pages: AsyncIterable<FilePage>,
  zone: string,
): AsyncGenerator<string> {
  yield csvHead(columns)
  const write = csvLinesWriter(columns, zone)
  for await (const page of pages) {
    const rows = page.agencyId.length
    for (let at = 0; at < rows; at += linesAtOnce) yield write(page, at, Math.min(at + linesAtOnce, rows))
  }
}
