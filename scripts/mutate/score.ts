import { relative } from 'node:path'
import { toTable, withRun } from '../recorded-run.ts'

/** The result of a mutant, in Stryker's terms. */
export interface Mutant {
  readonly status: string
  readonly fileName: string
  readonly mutatorName: string
  readonly replacement?: string | undefined
  readonly location: { readonly start: { readonly line: number } }
}

/** The number of mutants, and how many were killed. */
export interface Score {
  readonly mutants: number
  readonly noticed: number
  /** Of these, the tests timed out. */
  readonly endless: number
  readonly survived: number
  /** Of these, not covered by any test. */
  readonly notReached: number
  /** Killed, in percent, to one digit. */
  readonly share: number
}

/** Counts the mutants that tests could kill; one that does not load is excluded. */
export function scoreOf(mutants: readonly Pick<Mutant, 'status'>[]): Score {
  const count = (...statuses: readonly string[]): number =>
    mutants.filter(({ status }) => statuses.includes(status)).length
  const endless = count('Timeout')
  const noticed = count('Killed') + endless
  const [survived, notReached] = [count('Survived'), count('NoCoverage')]
  const all = noticed + survived + notReached
  const share = all === 0 ? 100 : Math.round((noticed * 1_000) / all) / 10
  return { mutants: all, noticed, endless, survived, notReached, share }
}

/** The surviving mutants, one line each, sorted by file and line. */
export function survivorLines(mutants: readonly Mutant[], root: string): string[] {
  const left = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  const place = ({ fileName, location }: Mutant): string =>
    `${relative(root, fileName)}:${location.start.line}`
  return left.map((mutant) => {
    const change = (mutant.replacement ?? '').replaceAll(/\s+/g, ' ').slice(0, 100)
    const how = mutant.status === 'NoCoverage' ? ' (no test comes here)' : ''
    return `${place(mutant)} ${mutant.mutatorName}: ${change}${how}`
  })
}

const command = 'npm run mutate -- NAME --record'

/** Replaces the row of a target in the page; other rows stay, sorted by name. `of`: all mutants, if these are a sample. */
export function recordScore(
  page: string,
  name: string,
  row: { score: Score; goal: number; at: Date; of?: { mutants: number; seed: string } | undefined },
): string {
  const { score, goal, at, of } = row
  const cells = [
    name,
    at.toISOString().slice(0, 10),
    of === undefined ? String(score.mutants) : `${score.mutants} of ${of.mutants}, seed ${of.seed}`,
    ...[score.noticed, score.survived, score.notReached].map(String),
    `${score.share} %`,
    `${goal} %`,
  ]
  const head = ['Name', 'Taken on', 'Mutants', 'Noticed', 'Survived', 'Not reached', 'Share', 'Goal']
  return withRun(page, command, (before) => {
    const others = before
      .split('\n')
      .filter((line) => /^\| [a-z]/.test(line) && !line.startsWith(`| ${name} |`))
      .map((line) => line.slice(2, -2).split(' | '))
    return toTable([
      head,
      ...[...others, cells].toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)),
    ])
  })
}
