import { runCli } from '@agency-support/server/cli/main'
import { Writable } from 'node:stream'
import { answerParent, peakMegabytes } from './child.ts'

/** What came of an import: its last line, and the most memory the process has held (megabytes). */
export interface Imported {
  code: number
  told: string
  megabytes: number
}

// The command line in a process of its own, told which files to import.
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
