import { readFileSync, writeFileSync } from 'node:fs'
import { atRestCase } from './at-rest.ts'
import type { Fixtures } from './cases.ts'
import { comparedCases, sizeCases } from './compared-cases.ts'
import type { Contenders, Sampling } from './comparison.ts'
import { exportCase } from './export-gate.ts'
import { type GateCase, type Held, heldTable, hold, isFine, putMeasured } from './held.ts'
import { importCase } from './import-gate.ts'
import { liveCase } from './live-gate.ts'
import { selectOnly } from './only.ts'
import type { BenchSetup } from './setup.ts'

const page = new URL('../../docs/performance.md', import.meta.url)

/** A database with the servers on top of it. */
export interface Measurable {
  setup: BenchSetup
  contenders: Contenders
  fixtures: Fixtures
  /** Number of agencies that it contains. */
  agencies: number
}

/** Options of a gate run. */
export interface GateOptions {
  sampling: Sampling
  /** Part of the name of the cases to run; all if undefined. */
  only: string | undefined
  say: (line: string) => void
  /** The machine and the versions, as a sentence. */
  machine: string
  /** A file for the results as JSON. */
  json: string | undefined
  /** True: the table is written to docs/performance.md. */
  record: boolean
}

/** Measures everything on the largest database and compares it with its bounds; true if all hold. */
export async function runGate(
  measurable: readonly [Measurable, ...Measurable[]],
  { sampling, only, say, machine, json, record }: GateOptions,
): Promise<boolean> {
  const [main, smaller] = measurable.toSorted((a, b) => b.agencies - a.agencies) as [Measurable, Measurable?]
  const { setup, contenders, fixtures, agencies } = main
  const idle = await contenders.product.child.ask('memory')
  const cases: GateCase[] = [
    ...comparedCases(contenders, sampling),
    ...(smaller === undefined
      ? []
      : sizeCases([contenders, smaller.contenders], `${agencies} against ${smaller.agencies}`, sampling)),
    exportCase(contenders, fixtures, setup.databaseUrl),
    liveCase(contenders, fixtures),
    memoryCase(contenders, idle),
    importCase(setup.databaseUrl, agencies),
    atRestCase(contenders, setup.databaseUrl),
  ]
  const all = await hold(
    selectOnly(cases, only, ({ name }) => name),
    say,
  )
  const sizes = `${agencies} agencies, ${setup.journal.entries} journal entries`
  const below = all.filter((one) => !isFine(one))
  say(`\n${all.length - below.length} of ${all.length} hold, over ${sizes}.`)
  if (json !== undefined) writeFileSync(json, `${JSON.stringify({ machine, sizes, held: all }, null, 2)}\n`)
  if (record) {
    const measured = `Measured on ${today()} by \`npm run bench -- --gate\` on ${machine}, over ${sizes}.\n\n${heldTable(all)}`
    writeFileSync(page, putMeasured(readFileSync(page, 'utf8'), measured))
  }
  return below.length === 0
}

const today = (): string => new Date().toISOString().slice(0, 10)

function memoryCase({ product }: Contenders, idle: number): GateCase {
  return {
    name: 'memory',
    measure: async () => {
      const peak = await product.child.ask('peak')
      const now = await product.child.ask('memory')
      const work = 'memory of the server'
      const held = (what: string, value: number, bound: number, note: string): Held => ({
        work,
        what,
        value,
        bound,
        is: 'at most',
        note,
      })
      return [
        held('idle, MiB', idle, 175, ''),
        held('at most under all of the above, MiB', peak, 300, `${now.toFixed(0)} MiB afterwards`),
      ]
    },
  }
}
