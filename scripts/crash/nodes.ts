import { hasNginx } from '../../server/test/nginx.ts'
import { nodeRounds } from '../../server/test/crash/node-rounds.ts'
import { conclude } from './conclude.ts'

const everyMs = 5_000

/** Repeatedly kills one of two processes, directly and behind nginx; true if nothing went wrong. */
export async function nodeMain(given: { kills: number; isRecorded: boolean }): Promise<boolean> {
  const measured: [string, string][] = []
  const faults: string[] = []
  for (const isThroughNginx of hasNginx ? [false, true] : [false]) {
    const way = isThroughNginx ? 'nginx with TLS' : 'a plain balancer'
    const report = await nodeRounds({
      kills: given.kills,
      everyMs,
      isThroughNginx,
      say: (line) => console.log(`${way}, ${line}`),
    })
    faults.push(...report.faults.map((fault) => `${way}, ${fault}`))
    measured.push([
      `Through ${way}`,
      `${report.kills} kills, ${report.acknowledged} changes acknowledged, ${report.repeated} requests sent again, ` +
        `${report.commands} commands, ${report.faults.length} faults`,
    ])
  }
  if (!hasNginx)
    console.error('nginx is not installed (Debian package nginx-light): the run through it is skipped.')
  return conclude('nodes', { measured, faults }, given.isRecorded)
}
