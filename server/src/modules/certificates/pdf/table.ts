import { lineHeight, type Lines, type TextStyle, type Typesetter } from './typesetter.ts'

/** The printable area, in points from the upper left corner of a page. */
export const area = { left: 54, top: 54, width: 504, bottom: 720 } as const

/** A position on the page that moves down as content is written. */
export interface Pen {
  doc: PDFKit.PDFDocument
  typesetter: Typesetter
  y: number
}

/** A column of a table; its width is its share of the page. */
export interface PdfColumn<T> {
  header: string
  share: number
  text: (row: T) => string
}

const cellStyle: TextStyle = { size: 9 }
const headStyle: TextStyle = { size: 8, bold: true, color: '#444444' }
const gap = 10
const padding = 5

/** Begins a new page if less than this height is left; true if it did. */
export function breakPageIfNeeded(pen: Pen, height: number): boolean {
  if (pen.y + height <= area.bottom) return false
  pen.doc.addPage()
  pen.y = area.top
  return true
}

/** Writes a table and repeats its header on every page; rows are never split. */
export function writeTable<T>(pen: Pen, columns: readonly PdfColumn<T>[], rows: readonly T[]): void {
  const head = columns.map(({ header }) => header)
  breakPageIfNeeded(pen, 60)
  writeHead(pen, columns, head)
  for (const row of rows) {
    const texts = columns.map(({ text }) => text(row))
    const cells = wrapCells(pen, columns, texts, cellStyle)
    if (breakPageIfNeeded(pen, getHeight(cells, cellStyle))) writeHead(pen, columns, head)
    writeCells(pen, columns, cells, cellStyle)
  }
}

function writeHead(pen: Pen, columns: readonly PdfColumn<never>[], head: readonly string[]): void {
  writeCells(pen, columns, wrapCells(pen, columns, head, headStyle), headStyle)
}

const getWidth = ({ share }: { share: number }): number => share * area.width

function wrapCells(
  { typesetter }: Pen,
  columns: readonly { share: number }[],
  texts: readonly string[],
  style: TextStyle,
): Lines[] {
  return columns.map((column, at) => typesetter.toLines(texts[at] ?? '', style, getWidth(column) - gap))
}

function getHeight(cells: readonly Lines[], style: TextStyle): number {
  return Math.max(1, ...cells.map((lines) => lines.length)) * lineHeight(style) + 2 * padding
}

function writeCells(
  pen: Pen,
  columns: readonly { share: number }[],
  cells: readonly Lines[],
  style: TextStyle,
): void {
  let x: number = area.left
  for (const [at, column] of columns.entries()) {
    pen.typesetter.draw(cells[at] ?? [], style, { x, y: pen.y + padding })
    x += getWidth(column)
  }
  pen.y += getHeight(cells, style)
  pen.doc
    .moveTo(area.left, pen.y)
    .lineTo(area.left + area.width, pen.y)
    .lineWidth(0.5)
    .stroke('#bbbbbb')
}
