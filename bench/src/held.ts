/** A measured value with its bound. */
export interface Held {
  /** The work, for example 'config, 16 at once'. */
  work: string
  /** The quantity with its unit, for example 'p99 ÷ limit'. */
  what: string
  value: number
  bound: number
  /** Whether the bound is a minimum or a maximum. */
  is: 'at least' | 'at most'
  /** What a reader should know in addition: the underlying figures, the spread of the limit's own turns. */
  note: string
}

/** A case that is compared with its bounds. */
export interface GateCase {
  name: string
  /** Measures with this multiple of the usual turns. */
  measure(times: 1 | 2): Promise<Held[]>
}

/** True if the measured value keeps its bound. */
export function isFine({ value, bound, is }: Held): boolean {
  return is === 'at least' ? value >= bound : value <= bound
}

/** Measures all cases; one that misses its bound is repeated once with twice the turns, and the latter counts. */
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

/** A failed measurement counts as a missed bound, and the other cases continue. */
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

/** The measured values as a Markdown table. */
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

/** Replaces the text between the two marks of a page; throws if it has none. */
export function putMeasured(page: string, measured: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The page has no place for what was measured: ${begin}`)
  return `${page.slice(0, from + begin.length)}\n\n${measured}\n\n${page.slice(to)}`
}
