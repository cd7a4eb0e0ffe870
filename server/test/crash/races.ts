import { startFormstack } from '@agency-support/sandbox/providers/formstack/start'
import { type Race, peopleRaces } from './race-kinds.ts'
import { listWorkRaces } from './race-work.ts'
import { TwoServers } from './two-servers.ts'

const atOnce = 12
/** A session confirms who its owner is for a quarter of an hour; sooner there are new ones. */
const roundsOfABrowser = 100

/** What came of one kind of race. */
export interface RaceReport {
  name: string
  rounds: number
  /** Sentences; empty when all is well. */
  faults: string[]
}

/** Lets twelve ask for the same thing at once, six at each of two server processes, and looks what came of it. */
export async function runRaces(options: {
  rounds: number
  say?: (line: string) => void
}): Promise<RaceReport[]> {
  await using formstack = await startFormstackHere()
  const { settings } = formstack.emulator
  await using servers = await TwoServers.start({ formstack: settings, commandLeaseSeconds: 3_600 })
  const reports: RaceReport[] = []
  for (const race of [...peopleRaces, ...listWorkRaces(formstack.emulator)]) {
    const report = await runRace(servers, race, options.rounds)
    options.say?.(`${race.name}: ${report.rounds} rounds, ${report.faults.length} faults`)
    reports.push(report)
  }
  return reports
}

async function startFormstackHere() {
  const emulator = await startFormstack()
  return { emulator, [Symbol.asyncDispose]: () => emulator.close() }
}

async function runRace(servers: TwoServers, race: Race, rounds: number): Promise<RaceReport> {
  const report: RaceReport = { name: race.name, rounds: 0, faults: [] }
  const begin = await race.open(servers)
  let browsers = await servers.openBrowsers(atOnce)
  for (let round = 1; round <= rounds; round += 1) {
    if (round % roundsOfABrowser === 0) {
      for (const browser of browsers) browser.close()
      browsers = await servers.openBrowsers(atOnce)
    }
    const { act, judge } = await begin(round)
    const codes = await Promise.all(browsers.map((browser, turn) => act(browser, turn)))
    report.faults.push(...(await judge(codes)).map((fault) => `${race.name}, round ${round}: ${fault}`))
    report.rounds = round
  }
  for (const browser of browsers) browser.close()
  return report
}
