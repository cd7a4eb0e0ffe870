import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { type CliConfig, sandboxConfig } from '../src/settings/config.ts'
import { folderSettings } from '../src/settings/files.ts'

/** What a command line said and how it ended. */
export interface CliOutcome {
  code: number
  out: string
  err: string
}

/** The entry of the command line, as much of it as tests need. */
export type RunCli = (
  argv: readonly string[],
  surroundings: { config: () => CliConfig; out: Writable; err: Writable; input: Readable },
) => Promise<number>

/** Carries out command lines against one database and keeps what they say; `run` is the program's entry. */
export function cliOn(run: RunCli, databaseUrl: string, keys?: Omit<CliConfig, 'databaseUrl'>) {
  return async (argv: readonly string[], stdin = ''): Promise<CliOutcome> => {
    const [out, err] = [collector(), collector()]
    const surroundings = { config: () => ({ databaseUrl, ...keys }), out, err, input: Readable.from([stdin]) }
    const code = await run(argv, surroundings)
    return { code, out: out.text(), err: err.text() }
  }
}

/** The same with the keys of test servers, and with agencies' files in a folder. */
export function cliWithFiles(run: RunCli, databaseUrl: string, folder: string) {
  const { sealKeys } = sandboxConfig({ databaseUrl })
  return cliOn(run, databaseUrl, { sealKeys, files: () => folderSettings(folder) })
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
