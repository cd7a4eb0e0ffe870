/** Begins every export, so that spreadsheets read it as UTF-8. */
export const byteOrderMark = '\ufeff'

const plainNumber = /^[+-]?\d+(\.\d+)?$/

/**
 * One cell: quoted where RFC 4180 asks for it, and with an apostrophe before text that a spreadsheet would
 * take for a formula (C-13). Numbers, signed ones and phone numbers among them, stay as they are.
 */
export function csvCell(value: string | number | boolean | null): string {
  const text = value === null ? '' : String(value)
  const formula = /^[=+\-@\t\r\0]/.test(text) || /^[=+\-@]/.test(text.trim())
  const safe = formula && !plainNumber.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A line of cells with its CRLF. */
export function csvLine(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** Names lose their commas in the documented exports (002 §5). */
export function withoutCommas(name: string): string {
  return name.replaceAll(',', ' ')
}
