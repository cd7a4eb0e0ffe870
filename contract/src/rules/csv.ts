/** Begins every export, so that spreadsheets read it as UTF-8. */
export const byteOrderMark = '\ufeff'

const plainNumber = /^[+-]?\d+(\.\d+)?$/

/** Spreadsheets also detect formulas after spaces and invisible characters, and with full-width signs. */
const formula = /^[\s\p{Cc}\p{Cf}\p{DI}]*[=+\-@＝＋－＠]/u

/** Most cells: begins with a letter or digit, and contains nothing that needs escaping. */
const harmless = /^[a-z\d][ !#-+\--:<-~]*$/i

const isFormula = (text: string): boolean => formula.test(text) && !plainNumber.test(text)

/**
 * One cell: quoted as RFC 4180 requires, and with an apostrophe before text that a spreadsheet would treat as a formula
 * (C-13). Numbers stay as they are, including signed ones and phone numbers.
 */
export function csvCell(value: string | number | boolean | null): string {
  const text = value === null ? '' : String(value)
  if (harmless.test(text)) return text
  // If semicolons or tabs separate cells, quotes inside a cell are ignored, so a new cell or row may begin here.
  const inner = text.replace(/([;\t\r\n])([^;\t\r\n]+)/g, (whole, sign: string, rest: string) =>
    isFormula(rest) ? `${sign}'${rest}` : whole,
  )
  const safe = /^[\t\r\0]/.test(text) || isFormula(text) ? `'${inner}` : inner
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A line of cells with its CRLF. */
export function csvLine(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** Names without commas, as the documented exports require (spec-002 §5). */
export function withoutCommas(name: string): string {
  return name.includes(',') ? name.replaceAll(',', ' ') : name
}
