/** Begins every export, so that spreadsheets read it as UTF-8. */
export const byteOrderMark = '\ufeff'

const plainNumber = /^[+-]?\d+(\.\d+)?$/

/** Spreadsheets look for a formula behind blanks and invisible characters too, and some take its full-width signs. */
const formula = /^[\s\p{Cc}\p{Cf}\p{DI}]*[=+\-@＝＋－＠]/u

/** Most cells: begun by a letter or digit, without a sign that anything below looks for. */
const harmless = /^[a-z\d][ !#-+\--:<-~]*$/i

const isFormula = (text: string): boolean => formula.test(text) && !plainNumber.test(text)

/**
 * One cell: quoted where RFC 4180 asks for it, and with an apostrophe before text that a spreadsheet would
 * take for a formula (C-13). Numbers, signed ones and phone numbers among them, stay as they are.
 */
export function csvCell(value: string | number | boolean | null): string {
  const text = value === null ? '' : String(value)
  if (harmless.test(text)) return text
  // Where semicolons or tabs separate cells, quotes in the middle of one mean nothing: a new cell or row begins here.
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

/** Names lose their commas in the documented exports (spec-002 §5). */
export function withoutCommas(name: string): string {
  return name.includes(',') ? name.replaceAll(',', ' ') : name
}
