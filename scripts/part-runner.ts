import { spawn } from 'node:child_process'
import pMap from 'p-map'

/** One part of a run; `run` resolves to the problems as text, '' if there are none. */
export interface Part {
  readonly name: string
  run(): Promise<string>
}

export interface Surroundings {
  /** How many parts may run in parallel. */
  readonly parallel: number
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  readonly print: (line: string) => void
}

/** Runs all parts in order, prints a line for each and then the failures; true if there were none. */
export async function runParts(parts: readonly Part[], around: Surroundings): Promise<boolean> {
  const start = around.now()
  const failures: { readonly name: string; readonly output: string }[] = []
  await pMap(
    parts,
    async (part) => {
      const output = await timed(part, around)
      if (output !== '') failures.push({ name: part.name, output })
    },
    { concurrency: around.parallel },
  )
  for (const { name, output } of failures) around.print(`\n── ${name} ──\n${output.trimEnd()}`)
  const verdict =
    failures.length === 0 ? 'all fine' : `failed: ${failures.map(({ name }) => name).join(', ')}`
  around.print(`${failures.length === 0 ? '' : '\n'}check: ${verdict} (${seconds(around.now() - start)})`)
  return failures.length === 0
}

async function timed(part: Part, { now, print }: Surroundings): Promise<string> {
  const start = now()
  const output = await part
    .run()
    .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
  print(`${output === '' ? '✓' : '✗'} ${part.name.padEnd(16)} ${seconds(now() - start).padStart(7)}`)
  return output
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

/** A part that runs a JavaScript tool with this Node; its output counts only if it fails. */
export function tool(name: string, folder: string, script: string, ...args: readonly string[]): Part {
  return {
    name,
    run: () =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [script, ...args], { cwd: folder })
        const chunks: Buffer[] = []
        child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
        child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
        child.once('error', reject)
        child.once('close', (code) => {
          const output = Buffer.concat(chunks).toString('utf8')
          resolve(code === 0 ? '' : output || `${script} ended with code ${code} and said nothing.`)
        })
      }),
  }
}

/** A part of our own that lists problems. */
export function finder(name: string, find: () => string[] | Promise<string[]>): Part {
  return { name, run: async () => (await find()).join('\n') }
}
