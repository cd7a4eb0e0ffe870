import type { Title } from './test-titles.ts'

/** One row of docs/requirements.tsv with its stage from docs/stages.tsv. */
export interface Row {
  readonly id: string
  readonly kind: string
  readonly requirement: string
  readonly stage: string
}

export interface Coverage {
  readonly stages: readonly StageCoverage[]
  /** Titles with ids that they cannot prove, as sentences. */
  readonly mistakes: readonly string[]
}

export interface StageCoverage {
  readonly stage: string
  readonly rows: number
  readonly missing: readonly Row[]
}

/** Rows of the ledger in order; throws if the two files do not have the same ids. */
export function readLedger(requirementsTsv: string, stagesTsv: string): Row[] {
  const stageById = new Map(tsv(stagesTsv).map(({ id = '', stage = '' }) => [id, stage]))
  const rows = tsv(requirementsTsv).map(({ id = '', kind = '', requirement = '' }) => {
    const stage = stageById.get(id)
    if (stage === undefined) throw new Error(`docs/stages.tsv gives ${id} no stage`)
    stageById.delete(id)
    return { id, kind, requirement, stage }
  })
  const [stray] = stageById.keys()
  if (stray !== undefined)
    throw new Error(`docs/stages.tsv names ${stray}, which docs/requirements.tsv lacks`)
  return rows
}

/** Which rows are named by a test, by stage in the ledger's order. */
export function computeCoverage(rows: readonly Row[], titles: readonly Title[]): Coverage {
  const known = new Set(rows.map(({ id }) => id))
  const proved = new Set(titles.flatMap((title) => (title.kind === 'test' ? title.ids : [])))
  const stages = [...Map.groupBy(rows, ({ stage }) => stage)].map(([stage, own]) => ({
    stage,
    rows: own.length,
    missing: own.filter(({ id }) => !proved.has(id)),
  }))
  return { stages, mistakes: titles.flatMap((title) => findMistakes(title, known)) }
}

function findMistakes({ path, text, ids, kind }: Title, known: ReadonlySet<string>): string[] {
  const unknown = ids
    .filter((id) => !known.has(id))
    .map((id) => `${path}: '${text}' names ${id}, which is not in docs/requirements.tsv`)
  if (kind === 'test' || ids.length === 0) return unknown
  const why =
    kind === 'group' ? 'a group proves nothing; name the id in its tests' : 'a skipped test proves nothing'
  return [...unknown, `${path}: '${text}' names ${ids.join(', ')}, but ${why}`]
}

/** Rows of finished stages that have lost their test, as sentences; `done` is the text of docs/stages-done.txt. */
export function findLosses({ stages, mistakes }: Coverage, done: string): string[] {
  const finished = done.split(/\r?\n/).map((line) => line.replace(/#.*/, '').trim())
  const losses = finished.filter(Boolean).flatMap((name) => {
    const stage = stages.find((one) => one.stage === name)
    if (stage === undefined)
      return [`docs/stages-done.txt names ${name}, which is no stage of docs/stages.tsv`]
    return stage.missing.map(
      ({ id, requirement }) => `${name} is finished, but no test names ${id} any more: ${requirement}`,
    )
  })
  return [...mistakes, ...losses]
}

function tsv(text: string): Record<string, string | undefined>[] {
  const [head = '', ...lines] = text.split(/\r?\n/).filter((line) => line !== '')
  const columns = head.split('\t')
  return lines.map((line) => {
    const cells = line.split('\t')
    return Object.fromEntries(columns.map((column, index) => [column, cells[index]]))
  })
}
