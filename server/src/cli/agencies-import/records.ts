import { CliProblem } from '../cli.ts'
import type { PhysicalLine } from './lines.ts'

/** A record of the file: where it starts, how it stands there, and its fields or why there are none. */
export interface CsvRecord {
  line: number
  raw: string
  fields: readonly string[] | undefined
  problem: string | undefined
}

/** A quoted field may span this many lines; past that its closing quote is missing. */
const mostLines = 100

const strayQuote = 'has a quote inside a field that is not wholly in quotes'
const notUtf8 = 'is not valid UTF-8'

/** Puts lines together to records, as RFC 4180 has them; blank lines between records are passed over. */
export class RecordReader {
  #open: { line: number; text: string; lines: number } | undefined

  /** The record this line completes, or undefined when it is blank or its quotes are still open. */
  take({ number, text, bytes }: PhysicalLine): CsvRecord | undefined {
    const open = this.#open
    const whole = (open === undefined ? '' : `${open.text}\n`) + (text ?? bytes.toString('utf8'))
    const line = open?.line ?? number
    if (text === undefined) {
      this.#open = undefined
      return { line, raw: whole, fields: undefined, problem: notUtf8 }
    }
    if (open === undefined && text.trim() === '') return undefined
    const fields = splitFields(whole.endsWith('\r') ? whole.slice(0, -1) : whole)
    if (fields === 'open') {
      this.#open = { line, text: whole, lines: (open?.lines ?? 0) + 1 }
      if (this.#open.lines > mostLines) this.end()
      return undefined
    }
    this.#open = undefined
    if (fields === 'stray') return { line, raw: whole, fields: undefined, problem: strayQuote }
    return { line, raw: whole, fields, problem: undefined }
  }

  /** To be called after the last line; throws when the file ends inside quotes. */
  end(): void {
    if (this.#open !== undefined)
      throw new CliProblem(`line ${this.#open.line}: a quote is opened and never closed`)
  }
}

/** The fields of one record; `open` when it ends inside quotes, `stray` when a quote stands where none may. */
function splitFields(text: string): string[] | 'open' | 'stray' {
  if (!text.includes('"')) return text.split(',')
  const fields: string[] = []
  for (let at = 0; ; ) {
    if (text[at] !== '"') {
      const comma = text.indexOf(',', at)
      const field = text.slice(at, comma === -1 ? undefined : comma)
      if (field.includes('"')) return 'stray'
      fields.push(field)
      if (comma === -1) return fields
      at = comma + 1
      continue
    }
    const close = closingQuote(text, at + 1)
    if (close === undefined) return 'open'
    fields.push(text.slice(at + 1, close).replaceAll('""', '"'))
    if (close + 1 === text.length) return fields
    if (text[close + 1] !== ',') return 'stray'
    at = close + 2
  }
}

function closingQuote(text: string, from: number): number | undefined {
  for (let at = from; ; at += 2) {
    at = text.indexOf('"', at)
    if (at === -1) return undefined
    if (text[at + 1] !== '"') return at
  }
}
