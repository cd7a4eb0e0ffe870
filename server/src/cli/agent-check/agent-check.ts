import { makeCertificates } from './certificates.ts'
import { type Check, judge, type Verdict } from './check.ts'
import { commandChecks } from './command-checks.ts'
import type { KitOptions } from './stage.ts'
import { wireChecks } from './wire-checks.ts'

/** All checks, in the order in which they are reported. */
export const checks: readonly Check[] = [...commandChecks, ...wireChecks]

const contractTitle = 'makes only requests that the contract knows'

/** Checks a program, several checks at once; yields verdicts in order as soon as possible. */
export async function* checkProgram(
  options: KitOptions & { names?: readonly string[]; atOnce?: number },
): AsyncGenerator<Verdict> {
  const { names, atOnce = 1 } = options
  const certificates = await makeCertificates()
  const chosen = checks.filter(({ name }) => names === undefined || names.includes(name))
  const under = new Map<number, Promise<Verdict>>()
  const misfits = new Set<string>()
  for (const at of chosen.keys()) {
    for (let next = under.size; next < Math.min(chosen.length, at + atOnce); next += 1) {
      const check = chosen[next]
      if (check !== undefined) under.set(next, judge(check, options, certificates))
    }
    const verdict = await under.get(at)
    if (verdict === undefined) continue
    for (const misfit of verdict.misfits) misfits.add(misfit)
    yield verdict
  }
  const problem = misfits.size === 0 ? undefined : [...misfits].slice(0, 5).join(' ')
  yield { name: 'contract', title: contractTitle, problem, misfits: [...misfits] }
}
