import type { ClientCall, ClientIn } from '@agency-support/contract/call'
import { type CsvColumn, csvPieces, csvType, fileName } from '@agency-support/contract/rules/csv-file'
import type { CsvJob, CsvResult } from './csv.worker.ts'
import workerUrl from './csv.worker.ts?worker&url'
import { fetchFile } from '../requests/api.ts'
import { saveFile } from './save-file.ts'

/** The outcome of an export: the download has started, or a sentence says why not. */
export type Exported =
  | { kind: 'ok'; rows: number; name: string }
  /** `fromServer`: the sentence is the server's, not the HTTP wrapper's. */
  | { kind: 'failed'; message: string; fromServer: boolean }

export interface CsvFile {
  name: string
  columns: readonly CsvColumn[]
}

/** Sends a read of the contract and saves its answer as a CSV file, built in a worker (D-27). */
export async function exportCsv<C extends ClientCall>(
  call: C,
  input: ClientIn<C>,
  { name, columns }: CsvFile,
): Promise<Exported> {
  const reply = await fetchFile(call, input)
  if (!reply.ok) return { kind: 'failed', message: reply.message, fromServer: reply.status === 400 }
  const result = await inWorker({ answer: reply.body, columns })
  if (result.kind === 'refused') return { kind: 'failed', message: result.message, fromServer: true }
  const safeName = fileName(name)
  saveFile(result.file, safeName)
  return { kind: 'ok', rows: result.rows, name: safeName }
}

/** Saves rows already on the page as a CSV file, in their order. */
export function saveRows(rows: readonly object[], { name, columns }: CsvFile): void {
  const file = new Blob([...csvPieces(columns, rows as readonly Record<string, unknown>[])], {
    type: csvType,
  })
  saveFile(file, fileName(name))
}

/** The part of Trusted Types used here; TypeScript and some browsers do not know the API yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL(url: string): string }
}
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
/** For the only script that the console starts by URL; the content security policy allows this name. */
const scripts = trustedTypes?.createPolicy('agency-support', { createScriptURL: () => workerUrl })

function inWorker(job: CsvJob): Promise<CsvResult> {
  const worker = new Worker(scripts?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' })
  const built = new Promise<CsvResult>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<CsvResult>) => resolve(data))
    worker.addEventListener('error', ({ message }) => reject(new Error(message)))
    worker.postMessage(job)
  })
  return built.finally(() => worker.terminate())
}
