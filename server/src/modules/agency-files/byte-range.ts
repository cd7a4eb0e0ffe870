import { HttpFailure } from '../../http/refusal.ts'
import type { ByteRange } from '../../providers/object-store.ts'

const outside = 'The file is shorter than the part that was asked for.'

/** The one part of a file a Range header asks for; undefined for the whole file. Throws 416 past the end. */
export function partOf(header: string | undefined, size: number): ByteRange | undefined {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  const [, first = '', last = ''] = found ?? []
  // Several parts at once, or none that can be read: the whole file is a right answer to both.
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && first !== '' && Number(last) < start) return undefined
  if (start > end) throw new HttpFailure(416, outside, { headers: { 'content-range': `bytes */${size}` } })
  return { start, end }
}

/** The header that tells which part of a file follows. */
export function contentRange({ start, end }: ByteRange, size: number): string {
  return `bytes ${start}-${end}/${size}`
}
