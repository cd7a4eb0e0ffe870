import { readRepository, listRepository } from '../repository.ts'
import { listTitles } from '../trace/test-titles.ts'

/** The page that lists, for each bad input, fault and requirement, what proves that it is handled. */
const evidencePage = 'docs/security.md'

/** Number of catalogue lines per letter; they are numbered from 01. */
const catalogue = { A: 18, B: 18, C: 14, D: 14, E: 24, F: 24, G: 10, H: 14, J: 10, K: 12, L: 22 }

/** The evidence of a line: a test by file and title, a file, or why no test can prove it. */
type Evidence = { path: string; title: string } | { path: string } | { reason: string } | { missing: string }

/** A table row whose first cell is an id such as A01 or 6.2.1. */
export interface Line {
  readonly id: string
  readonly meaning: string
  readonly evidence: readonly Evidence[]
}

/** What may be referenced: the repository's paths, and the titles in its test files without their ids. */
export interface Proofs {
  readonly paths: ReadonlySet<string>
  readonly titles: ReadonlyMap<string, ReadonlySet<string>>
}

const withoutIds = (title: string): string => title.replaceAll(/\[[A-Z0-9, -]+\]\s*/g, '').trim()

/** The lines of the page in order; those of the standard have ids of digits and dots. */
export function readLines(page: string): Line[] {
  const lines = new Map<string, Line>()
  for (const row of page.split('\n')) {
    if (!/^\| ([A-L]\d\d|\d+\.\d+\.\d+) \|/.test(row)) continue
    const cells = row.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
    const [id = '', meaning = ''] = cells.slice(1)
    lines.set(id, { id, meaning, evidence: readEvidence(cells.at(-2) ?? '', lines) })
  }
  return [...lines.values()]
}

/** `as A01` stands for all that proves that line, which comes before. */
function readEvidence(cell: string, before: ReadonlyMap<string, Line>): Evidence[] {
  const parts = cell.split('<br>').filter((part) => part !== '')
  return parts.flatMap((part): readonly Evidence[] => {
    const [, id] = /^as ([A-L]\d\d|\d+\.\d+\.\d+)$/.exec(part) ?? []
    if (id !== undefined) return before.get(id)?.evidence ?? [{ missing: id }]
    const [, path = '', title] = /^`([^`]+)`(?:: (.+))?$/.exec(part) ?? []
    if (path === '') return [{ reason: part }]
    return [title === undefined ? { path } : { path, title }]
  })
}

/** Missing lines and wrong references of the page, as sentences. */
export function findEvidenceProblems(page: string, proofs: Proofs): string[] {
  const lines = readLines(page)
  const ids = new Set(lines.map(({ id }) => id))
  const missing = Object.entries(catalogue).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, at) => `${letter}${String(at + 1).padStart(2, '0')}`).filter(
      (id) => !ids.has(id),
    ),
  )
  return [
    ...missing.map((id) => `${evidencePage} lacks line ${id} of the catalogue`),
    ...lines.flatMap((line) => lineProblems(line, proofs)),
  ]
}

function lineProblems({ id, evidence }: Line, { paths, titles }: Proofs): string[] {
  if (evidence.length === 0) return [`${evidencePage}: ${id} names neither a test nor a reason`]
  return evidence.flatMap((one) => {
    if ('reason' in one) return []
    if ('missing' in one) return [`${evidencePage}: ${id} names line ${one.missing}, which is not above it`]
    // A file is named by the end of its path, as much of it as no other file has.
    const [path, other] = paths.has(one.path)
      ? [one.path]
      : [...paths].filter((each) => each.endsWith(`/${one.path}`))
    if (path === undefined) return [`${evidencePage}: ${id} names ${one.path}, which does not exist`]
    if (other !== undefined)
      return [`${evidencePage}: ${id} names ${one.path}, which may be ${path} or ${other}; name more of it`]
    if (!('title' in one) || titles.get(path)?.has(withoutIds(one.title)) === true) return []
    return [
      `${evidencePage}: ${id} names the test '${one.title}', which ${one.path} does not have; name what shows it now`,
    ]
  })
}

/** Lines of the standard that name neither a test nor a file. */
export function findUnproved(page: string): Line[] {
  return readLines(page).filter(
    ({ id, evidence }) => /^\d/.test(id) && !evidence.some((one) => 'path' in one),
  )
}

/** The titles of this repository's tests; groups and skipped tests prove nothing. */
function readProofs(): Proofs {
  const files = readRepository(/\.(test\.tsx?|e2e\.ts)$/)
  const titles = [...files].map(([path, source]) => {
    const tests = listTitles(path, source).filter(({ kind }) => kind === 'test')
    return [path, new Set(tests.map(({ text }) => withoutIds(text)))] as const
  })
  return { paths: new Set(listRepository()), titles: new Map(titles) }
}

/** This repository's own page. */
export function readEvidencePage(): string {
  return readRepository(/^docs\/security\.md$/).get(evidencePage) ?? ''
}

/** Problems of this repository's own page. */
export function findOwnEvidenceProblems(): string[] {
  return findEvidenceProblems(readEvidencePage(), readProofs())
}
