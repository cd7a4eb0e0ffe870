import type { Envelope } from '@agency-support/contract/envelope'
import { type CsvColumn, csvPieces, csvType } from '@agency-support/contract/rules/csv-file'

/** The worker's input: the answer unparsed, so that parsing does not block the page. */
export interface CsvJob {
  answer: Blob
  columns: readonly CsvColumn[]
}

export type CsvResult = { kind: 'ok'; file: Blob; rows: number } | { kind: 'refused'; message: string }

async function build({ answer, columns }: CsvJob): Promise<CsvResult> {
  const { code, message, data } = JSON.parse(await answer.text()) as Envelope<Record<string, unknown>>
  if (code !== 0) return { kind: 'refused', message }
  const file = new Blob([...csvPieces(columns, data)], { type: csvType })
  return { kind: 'ok', file, rows: data.length }
}

addEventListener('message', ({ data }: MessageEvent<CsvJob>) => {
  // A failure must reach the page as the worker's `error` event.
  build(data).then(
    (result) => postMessage(result),
    (error: unknown) => reportError(error),
  )
})
