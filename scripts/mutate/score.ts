import { toTable, withRun } from '../recorded-run.ts'

/** What became of a mutant, as Stryker calls it. */
export interface Mutant {
  readonly status: string
  readonly fileName: string
  readonly mutatorName: string
  readonly replacement?: string | undefined
  readonly location: { readonly start: { readonly line: number } }
}

/** How many mutants there were, and how many of them the tests noticed. */
export interface Score {
  readonly mutants: number
  readonly noticed: number
  /** Of these the tests did not come to an end. */
  readonly endless: number
  readonly survived: number
  /** Of these no test runs the code at all. */
  readonly notReached: number
  /** Noticed, in percent, to one digit. */
  readonly share: number
}

/** Counts what tests could notice: a mutant that does not even load is none. */
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

/** The mutants that nothing noticed, a line each, by file and line. */
export function survivorLines(mutants: readonly Mutant[], root: string): string[] {
  const left = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  const place = ({ fileName, location }: Mutant): string =>
    `${fileName.replace(`${root}/`, '')}:${location.start.line}`
  return left.map((mutant) => {
    const change = (mutant.replacement ?? '').replaceAll(/\s+/g, ' ').slice(0, 100)
    const how = mutant.status === 'NoCoverage' ? ' (no test comes here)' : ''
    return `${place(mutant)} ${mutant.mutatorName}: ${change}${how}`
  })
}

const command = 'npm run mutate -- NAME --record'

/** The page with the row of a target written anew; rows of others stay, in the order of their names. */
export function recordScore(
  page: string,
  name: string,
  row: { score: Score; goal: number; at: Date },
): string {
  const { score, goal, at } = row
  const cells = [
    name,
    at.toISOString().slice(0, 10),
    ...[score.mutants, score.noticed, score.survived, score.notReached].map(String),
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
