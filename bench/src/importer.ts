import { runCli } from '@agency-support/server/cli/main'
import { Writable } from 'node:stream'
import { answerParent, peakMegabytes } from './child.ts'

/** The result of an import: its last line, and the peak memory of the process (megabytes). */
export interface Imported {
  code: number
  told: string
  megabytes: number
}

// The CLI in its own process, told which files to import.
answerParent<string, Imported>(
  async (file) => {
    let told = ''
    const out = new Writable({
      write: (chunk, _encoding, done) => {
        told += String(chunk)
        done()
      },
    })
    const databaseUrl = process.env['DATABASE_URL'] ?? ''
    const code = await runCli(['agencies', 'import', file], { config: () => ({ databaseUrl }), out })
    return { code, told: told.trim(), megabytes: peakMegabytes() }
  },
  () => Promise.resolve(),
)
process.send?.('ready')
