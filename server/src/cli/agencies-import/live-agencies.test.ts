import { expect, test } from 'vitest'
import { testImports } from '../../../test/imports.ts'
import { runCli } from '../main.ts'

test('[MKT-81] who comes as live, becomes live or is live no more changes what the dashboard counts', async () => {
  const imports = await testImports(runCli)
  const activities = () =>
    imports.db.read
      .selectFrom('activity_event')
      .select(['agency_id', 'category', 'change'])
      .orderBy('event_id')
      .execute()
  const columns = 'agencyId,onboardingStatus,poolId'
  await imports.importing(`${columns}\n71,7,1\n72,6,1\n73,Live,1\n`)
  const cloud = (agencyId: number, change: number) => ({ agency_id: agencyId, category: 'Cloud', change })
  const before = await activities()
  expect(before).toEqual([cloud(71, 1), cloud(73, 1)])
  await imports.importing(`${columns}\n71,7,2\n72,7,2\n73,5,2\n`)
  const since = (await activities()).slice(before.length)
  expect(since.toSorted((a, b) => a.agency_id - b.agency_id)).toEqual([cloud(72, 1), cloud(73, -1)])
  await imports.close()
})
