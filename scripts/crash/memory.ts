import { memoryRounds } from '../../server/test/crash/memory-rounds.ts'
import { conclude } from './conclude.ts'

const size = { agencies: 50_000, journalRows: 200_000, heapMb: 128, limitMb: 512, logMb: 20 }

/**
 * Sends the largest requests concurrently to a server with little memory, prints the result and optionally records
 * it; true if all went well.
 */
export async function memoryMain(given: { seconds: number; isRecorded: boolean }): Promise<boolean> {
  const report = await memoryRounds({ ...size, seconds: given.seconds, say: console.log })
  const limit = report.isLimited ? `${size.limitMb} MB for the process` : 'the process not limited here'
  const measured = [
    ['Memory', `${size.heapMb} MB for objects of Node, ${limit}`],
    [
      'Agencies, seat requests, journal entries',
      [size.agencies, size.agencies, size.journalRows].map((rows) => rows.toLocaleString('en')).join(', '),
    ],
    ['Asked for', `${given.seconds} s`],
    ['Large answers that came whole', `${report.whole}, ${Math.round(report.bytes / 1e6)} MB together`],
    ['Refused with a sentence', String(report.refused)],
    [`Lists of 5,000 users and logs of ${size.logMb} MB taken`, String(report.sent)],
    ['Changes acknowledged', String(report.acknowledged)],
    ['Memory of the process, at most', report.peakMb === undefined ? 'not known' : `${report.peakMb} MB`],
    ['Lost, broken off or answered otherwise', String(report.faults.length)],
  ] as const
  return conclude('memory', { measured, faults: report.faults }, given.isRecorded)
}
