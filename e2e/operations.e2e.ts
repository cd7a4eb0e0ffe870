import { expect, test } from './support/fixture.ts'

const overdue = `insert into outside_work (work_id, kind, agency_id, input, progress, requested_at, requested_by, next_attempt_at)
values (gen_random_uuid(), 'made.up', $1, '{}', '{}', '2020-01-01T00:00:00Z', 'somebody', '2020-01-01T00:00:00Z')`

test('whoever runs the product sees what is wrong first, with what to do, then the facts of each process', async ({
  page,
  enter,
  world,
}) => {
  const agencyId = await world.agency()
  await world.sql(overdue, [agencyId])
  await enter(page, await world.person({ permissions: [2000, 6000] }))
  await page.goto('/')
  await page.getByRole('link', { name: /^Operations/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Operations' })).toBeVisible()
  await expect(page).toHaveTitle(/Operations/)
  const wrong = page.getByRole('region', { name: 'What is wrong' })
  await expect(wrong.getByRole('listitem').first()).toContainText(
    /Now\s*Work at a provider was due \d+ d ago, and no process carries it out\..*restart a process/s,
  )
  const database = page.getByRole('region', { name: 'Database' })
  await expect(database).toContainText(/PostgreSQL\s*\d+\.\d+/)
  await expect(page.getByRole('region', { name: 'Queues' })).toContainText(/Work at providers\s*1/)
  const own = page.getByRole('region', { name: /^\S+ \(\d+\)$/ })
  await expect(own).toContainText('sent this page')
  await expect(own.getByRole('row', { name: /^Sealing the journal/ })).toBeVisible()
  await test.step('what was fixed is gone with a load that comes after the next counting', async () => {
    await world.sql('delete from outside_work where agency_id = $1', [agencyId])
    await expect(async () => {
      await page.reload()
      await expect(database).toBeVisible()
      await expect(wrong).not.toContainText('Work at a provider', { timeout: 1_000 })
    }).toPass()
  })
})

test('without AgencyManagementAdmin the page of operations is refused', async ({ page, enter, world }) => {
  await enter(page, await world.person({ permissions: [2000] }))
  await page.goto('/operations')
  await expect(page).toHaveURL('/unauthorized')
})
