import { createHash } from 'node:crypto'
import { relative } from 'node:path'

/** A random part of the mutants; the same for the same seed and sources. */
export interface Sample {
  readonly percent: number
  readonly seed: string
  /** The folder to which the names of the sources are relative. */
  readonly root: string
}

interface Placed {
  readonly id: string
  readonly fileName: string
  readonly location: { readonly start: { readonly line: number; readonly column: number } }
  readonly mutatorName: string
  readonly replacement?: string | undefined
}

/** Whether a mutant belongs to the sample. */
export function isSampled(mutant: Omit<Placed, 'id'>, { percent, seed, root }: Sample): boolean {
  const { fileName, location, mutatorName, replacement = '' } = mutant
  const { line, column } = location.start
  const identity = JSON.stringify([seed, relative(root, fileName), line, column, mutatorName, replacement])
  return createHash('sha256').update(identity).digest().readUInt32BE() / 2 ** 32 < percent / 100
}

/** Set by npm run mutate: the sample as JSON. */
export const sampleVariable = 'MUTATE_SAMPLE'

/**
 * Stryker calls it for each mutant before any test; whatever fails here is neither tried nor counted.
 * @public Stryker loads it by its name.
 */
export const strykerPlugins = [
  {
    kind: 'Checker',
    name: 'sample',
    factory() {
      const sample = JSON.parse(process.env[sampleVariable] ?? '') as Sample
      return {
        init: () => Promise.resolve(),
        group: (mutants: readonly Placed[]) => Promise.resolve([mutants.map(({ id }) => id)]),
        check: (mutants: readonly Placed[]) => {
          const judged = mutants.map((mutant) => {
            const left = { status: 'compileError', reason: 'not in the sample' }
            return [mutant.id, isSampled(mutant, sample) ? { status: 'passed' } : left] as const
          })
          return Promise.resolve(Object.fromEntries(judged))
        },
      }
    },
  },
]
