import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import type { runCli } from '@agency-support/server/cli/main'

/** What a command line said and how it ended. */
export interface CliOutcome {
  code: number
  out: string
  err: string
}

/** Carries out command lines against one database and keeps what they say; `run` is the program's entry. */
export function cliOn(run: typeof runCli, databaseUrl: string) {
  return async (argv: readonly string[], stdin = ''): Promise<CliOutcome> => {
    const [out, err] = [collector(), collector()]
    const code = await run(argv, { databaseUrl, out, err, input: Readable.from([stdin]) })
    return { code, out: out.text(), err: err.text() }
  }
}

function collector(): Writable & { text(): string } {
  const chunks: string[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      chunks.push(String(chunk))
      done()
    },
  })
  return Object.assign(stream, { text: () => chunks.join('') })
}

/** A folder for files of one test file. */
export async function testFolder() {
  const path = await mkdtemp(join(tmpdir(), 'agency-support-'))
  let files = 0
  return {
    path,
    /** Writes a file and returns its path. */
    write: async (content: string | Buffer): Promise<string> => {
      files += 1
      const file = join(path, `file-${files}.csv`)
      await writeFile(file, content)
      return file
    },
    remove: () => rm(path, { recursive: true }),
  }
}
