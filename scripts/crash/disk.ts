import { diskRounds } from '../../server/test/crash/disk-rounds.ts'
import { mountSmallDisk } from '../../server/test/crash/small-disk.ts'
import { conclude } from './conclude.ts'

/** Repeatedly fills the disk of the database, prints the result and optionally records it; true if all went well. */
export async function diskMain(given: { rounds: number; isRecorded: boolean }): Promise<boolean> {
  using disk = mountSmallDisk()
  if (disk === undefined) throw new Error('A small disk cannot be mounted here: it needs Linux and root.')
  const report = await diskRounds(disk, { rounds: given.rounds, say: console.log })
  const measured = [
    ['Times that the disk was full', String(report.rounds)],
    ['Changes acknowledged', String(report.acknowledged)],
    ['Changes refused with the sentence about the disk', String(report.refused)],
    ['Reads answered meanwhile', String(report.reads)],
    [
      'Of these the database was killed meanwhile, and would not start before there was space',
      `${report.kills}, ${report.refusedStarts}`,
    ],
    ['First change after there was space', `within ${Math.round(report.slowestReturnMs)} ms`],
    ['Lost, half done, done twice or answered otherwise', String(report.faults.length)],
  ] as const
  return conclude('disk', { measured, faults: report.faults }, given.isRecorded)
}
