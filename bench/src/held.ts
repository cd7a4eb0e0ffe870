/** One thing that is to hold, as it was measured. */
export interface Held {
  /** The work, for example 'config, 16 at once'. */
  work: string
  /** What of it, with its unit, for example 'p99 ÷ limit'. */
  what: string
  value: number
  bound: number
  /** Whether the bound is the least or the most. */
  is: 'at least' | 'at most'
  /** What a person should know beside it: the figures behind it, how far the limit's own turns lie apart. */
  note: string
}

/** Some work that is held against its bounds. */
export interface GateCase {
  name: string
  /** Measures with so many times the usual turns. */
  measure(times: 1 | 2): Promise<Held[]>
}

export function isFine({ value, bound, is }: Held): boolean {
  return is === 'at least' ? value >= bound : value <= bound
}

/** Measures every case, one that is below once more with twice the turns; what was measured last counts. */
export async function hold(cases: readonly GateCase[], say: (line: string) => void): Promise<Held[]> {
  const all: Held[] = []
  for (const { name, measure } of cases) {
    let held = await attempt(name, () => measure(1))
    if (!held.every(isFine)) {
      say(`${name} is below, so it is measured once more with twice the turns.`)
      held = await attempt(name, () => measure(2))
    }
    for (const one of held) say(toSentence(one))
    all.push(...held)
  }
  return all
}

/** What could not be measured is below, and the others are measured all the same. */
async function attempt(work: string, measure: () => Promise<Held[]>): Promise<Held[]> {
  try {
    return await measure()
  } catch (error) {
    const note = (error instanceof Error ? error.message : String(error))
      .replaceAll(/\s+/g, ' ')
      .slice(0, 200)
    return [{ work, what: 'measured', value: 0, bound: 1, is: 'at least', note }]
  }
}

function toSentence(held: Held): string {
  const { work, what, value, bound, is, note } = held
  return `${isFine(held) ? 'pass' : 'FAIL'}  ${work}: ${what} ${toFigure(value)} (${is} ${toFigure(bound)})${note === '' ? '' : `; ${note}`}`
}

const toFigure = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2)

/** What was measured as a table of Markdown. */
export function heldTable(all: readonly Held[]): string {
  const rows = all.map((held) => {
    const { work, what, value, bound, is, note } = held
    const holds = isFine(held) ? 'yes' : '**no**'
    return `| ${work} | ${what} | ${toFigure(value)} | ${is} ${toFigure(bound)} | ${holds} | ${note} |`
  })
  return [
    '| work | what | measured | to hold | holds | beside |',
    '| --- | --- | ---: | ---: | --- | --- |',
    ...rows,
  ].join('\n')
}

const begin = '<!-- measured: begin -->'
const end = '<!-- measured: end -->'

/** A page with what stands between its two marks replaced; throws when it has none. */
export function putMeasured(page: string, measured: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The page has no place for what was measured: ${begin}`)
  return `${page.slice(0, from + begin.length)}\n\n${measured}\n\n${page.slice(to)}`
}
