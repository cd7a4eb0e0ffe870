import { padAgencyId } from '@agency-support/contract/ids'
import type {
  CertificateDetails,
  CertificateHolder,
  CertificatePolicy,
} from '@agency-support/contract/modules/certificates'
import { formatDay } from '@agency-support/contract/rules/certificates'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { area, breakPageIfNeeded, type PdfColumn, type Pen, writeTable } from './table.ts'
import { lineHeight, type TextStyle, Typesetter } from './typesetter.ts'

/** The content of the PDF. */
export interface PdfContent {
  agency: { agencyId: number; name: string }
  client: { clientId: string; name: string }
  certificate: CertificateDetails
  /** Time of creation. */
  at: Date
}

const title = 'Certificate of Insurance'
const styles = {
  title: { size: 20, bold: true },
  heading: { size: 12, bold: true },
  label: { size: 8, bold: true, color: '#444444' },
  text: { size: 10 },
  foot: { size: 8, color: '#444444' },
} as const satisfies Record<string, TextStyle>

const policyColumns: readonly PdfColumn<CertificatePolicy>[] = [
  { header: 'Policy Number', share: 0.26, text: (policy) => policy.policyNumber },
  { header: 'Carrier', share: 0.42, text: (policy) => policy.carrier },
  { header: 'Effective', share: 0.16, text: (policy) => formatDay(policy.effectiveDate) },
  { header: 'Expiration', share: 0.16, text: (policy) => formatDay(policy.expirationDate) },
]
const holderColumns: readonly PdfColumn<CertificateHolder>[] = [
  { header: 'Id', share: 0.12, text: (holder) => holder.id },
  { header: 'Name', share: 0.24, text: (holder) => holder.name },
  { header: 'Address', share: 0.28, text: (holder) => holder.address },
  { header: 'Email', share: 0.24, text: (holder) => holder.email },
  { header: 'Additional Insured', share: 0.12, text: (holder) => (holder.additionalInsured ? 'Yes' : 'No') },
]

/** The certificate as a PDF with selectable text in embedded fonts. */
export async function writeCertificate(content: PdfContent): Promise<Buffer> {
  const { client, agency, at } = content
  const doc = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    bufferPages: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: `${title}: ${client.name}`, Author: agency.name, CreationDate: at },
  })
  const pen: Pen = { doc, typesetter: new Typesetter(doc), y: area.top }
  write(pen, title, styles.title)
  pen.y += 10
  writeFacts(pen, content)
  writeSection(pen, 'Policies', policyColumns, content.certificate.policies)
  writeSection(pen, 'Certificate Holders', holderColumns, content.certificate.certificateHolders)
  writeFeet(pen, content)
  doc.end()
  return buffer(doc)
}

function write(pen: Pen, text: string, style: TextStyle): void {
  const lines = pen.typesetter.toLines(text, style, area.width)
  pen.typesetter.draw(lines, style, { x: area.left, y: pen.y })
  pen.y += lines.length * lineHeight(style)
}

function writeFacts(pen: Pen, { agency, client, certificate }: PdfContent): void {
  const facts = [
    ['Client', `${client.name} (${client.clientId})`],
    ['Agency', `${agency.name} (${padAgencyId(agency.agencyId)})`],
    ['Published', `${toMinute(new Date(certificate.publishedDate))} by ${certificate.user.email}`],
  ] as const
  for (const [label, text] of facts) {
    write(pen, label, styles.label)
    write(pen, text, styles.text)
    pen.y += 4
  }
}

function writeSection<T>(
  pen: Pen,
  heading: string,
  columns: readonly PdfColumn<T>[],
  rows: readonly T[],
): void {
  pen.y += 16
  breakPageIfNeeded(pen, 100)
  write(pen, heading, styles.heading)
  pen.y += 4
  if (rows.length === 0) write(pen, 'No data', styles.text)
  else writeTable(pen, columns, rows)
}

/** Writes the footer of every page: what the document is, when it was made, and the page number. */
function writeFeet(pen: Pen, { agency, client, at }: PdfContent): void {
  const { start, count } = pen.doc.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    pen.doc.switchToPage(page)
    pen.y = area.bottom + 14
    const of = `${padAgencyId(agency.agencyId)}/${client.clientId}`
    write(pen, `${of}, made ${toMinute(at)}, page ${page - start + 1} of ${count}`, styles.foot)
  }
}

/** To the minute, in UTC, because readers may be in any time zone. */
function toMinute(at: Date): string {
  const [day = '', time = ''] = at.toISOString().split('T')
  return `${formatDay(day)} ${time.slice(0, 5)} UTC`
}
