import { runCli } from '@agency-support/server/cli/main'
import { Writable } from 'node:stream'
import { answerParent, peakMegabytes } from './child.ts'

/** The result of an import: its last line, and the peak memory of the process (megabytes). */
export interface Imported {
  code: number
  output: string
  megabytes: number
}

// The CLI in its own process; its parent names the files to import.
answerParent<string, Imported>(
  async (file) => {
    let output = ''
    const out = new Writable({
      write: (chunk, _encoding, done) => {
        output += String(chunk)
        done()
      },
    })
    const databaseUrl = process.env['DATABASE_URL'] ?? ''
    const code = await runCli(['agencies', 'import', file], { config: () => ({ databaseUrl }), out })
    return { code, output: output.trim(), megabytes: peakMegabytes() }
  },
  () => Promise.resolve(),
)
process.send?.('ready')
