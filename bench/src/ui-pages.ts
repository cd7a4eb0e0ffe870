import { startTemporaryPostgres } from '@agency-support/sandbox/temporary-postgres'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { figuresVariable, type PageFigures } from '../../e2e/support/observed.ts'
import { root } from '../../scripts/entry.ts'
import { findChromium } from '../../scripts/testing/browser.ts'
import { median } from './figures.ts'
import type { Held } from './held.ts'

/** The scripts of this page count as the first screen: everybody needs them. */
const firstTitle = 'sign-in and first list'
const loadTitle = /^load (.+)$/
const jobTitle = /^jobs? [\d and]+ typed at once|^job 6/
const jumpTitle = /^jump /

const kB = 1_000

const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli')
const config = join(root, 'bench/ui/playwright.config.ts')
/** By file and title, as matched by Playwright. */
const wanted = 'loads\\.bench|typed at once|job 6'

/** Opens all screens and does the ten jobs in a slow, distant browser, and compares the times with their bounds. */
export async function measurePages(folder: string): Promise<Held[]> {
  const path = join(folder, 'figures.jsonl')
  const database = await startTemporaryPostgres()
  try {
    const env = {
      ...process.env,
      TEST_DATABASE_URL: database.url,
      CHROMIUM_PATH: await findChromium(),
      [figuresVariable]: path,
    }
    execFileSync(process.execPath, [playwright, 'test', '-c', config, '-g', wanted], {
      cwd: root,
      stdio: 'inherit',
      env,
    })
  } finally {
    await database.stop()
  }
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  const pages = lines.map((line) => JSON.parse(line) as PageFigures)
  return [...holdLoads(pages), ...holdJobs(pages)]
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

/** The scripts loaded with each screen, and when it is shown. */
export function holdLoads(pages: readonly PageFigures[]): Held[] {
  const first = pages.find(({ title }) => title === firstTitle)
  if (first === undefined) throw new Error(`No page tells of ${firstTitle}.`)
  const loads = pages.flatMap((page) => {
    const name = loadTitle.exec(page.title)?.[1]
    return name === undefined ? [] : [{ name, ...page }]
  })
  const further = loads.map(({ name, scripts }) => ({
    name,
    value: sum(Object.entries(scripts).map(([url, bytes]) => (url in first.scripts ? 0 : bytes))) / kB,
  }))
  return [
    {
      work: firstTitle,
      what: 'scripts as received, kB',
      value: sum(Object.values(first.scripts)) / kB,
      bound: 190,
      is: 'at most',
      note: `${Object.keys(first.scripts).length} files`,
    },
    worst('each further screen', 'its own scripts, kB', 50, further),
    worst(
      'each screen, cold',
      'largest contentful paint, ms',
      1_500,
      loads.map(({ name, lcp }) => ({ name, value: lcp })),
    ),
    worst(
      'each screen and job',
      'layout shift',
      0.02,
      pages.map(({ title, shift }) => ({ name: title.replace(loadTitle, '$1'), value: shift })),
    ),
  ]
}

/** Response times of the ten jobs, and of opening an agency by its id. */
export function holdJobs(pages: readonly PageFigures[]): Held[] {
  const jobs = pages.filter(({ title }) => jobTitle.test(title))
  // Interactions below 16 ms are not reported by the browser.
  const answers = jobs.map(({ inp }) => inp ?? 16).toSorted((a, b) => a - b)
  const slowest = jobs
    .toSorted((a, b) => (b.inp ?? 0) - (a.inp ?? 0))
    .slice(0, 3)
    .map(({ title, slowest: key }) => `${key ?? 'none'} of ${title.replace(/ typed at once.*|:.*/, '')}`)
  const jump = pages.find(({ title }) => jumpTitle.test(title))
  const jumps = Object.values(jump?.measured ?? {})
  return [
    {
      work: 'the ten jobs, typed at 60 ms a key',
      what: 'INP p75, ms',
      value: answers[Math.ceil(answers.length * 0.75) - 1] ?? Number.NaN,
      bound: 100,
      is: 'at most',
      note: `${jobs.length} pages, ${answers.join(', ')} ms; slowest ${slowest.join(', ')}`,
    },
    {
      work: 'Ctrl-K, an id and Enter until the agency’s name is seen',
      what: 'median, ms',
      value: median(jumps),
      bound: 300,
      is: 'at most',
      note: jumps.map((ms) => ms.toFixed(0)).join(', '),
    },
  ]
}

function worst(
  work: string,
  what: string,
  bound: number,
  of: readonly { name: string; value: number }[],
): Held {
  const sorted = of.toSorted((one, other) => other.value - one.value)
  const toText = ({ name, value }: { name: string; value: number }): string =>
    `${name} ${value.toFixed(bound < 1 ? 3 : 0)}`
  const over = sorted.filter(({ value }) => value > bound)
  return {
    work,
    what,
    value: sorted[0]?.value ?? Number.NaN,
    bound,
    is: 'at most',
    note: `${over.length} of ${of.length} above; ${sorted
      .slice(0, Math.max(3, Math.min(8, over.length)))
      .map(toText)
      .join(', ')}`,
  }
}
