import { expectReasons } from './support/accessibility.ts'
import { expect, test } from './support/fixture.ts'
import { textingAgency, textingTab } from './support/texting.ts'

test('a texting record that cannot be read says so on its own card, and the other cards stay', async ({
  page,
  enter,
  world,
  expectErrors,
}) => {
  expectErrors(/ 500 /)
  const { id } = await textingAgency(world, 'Unread Insurance')
  await enter(page)
  const tab = textingTab(page)
  const change = tab.phone.getByRole('button', { name: 'Assign new phone number' })
  await world.without('agency_texting', async () => {
    await tab.open(id)
    await expect(tab.status).toContainText('Something went wrong')
    await expect(change).toHaveAccessibleDescription('The texting record is not loaded.')
    await expectReasons(page, 'texting not loaded')
    await tab.message.getByRole('textbox').fill('m-1')
  })
  await tab.status.getByRole('button', { name: 'Try again' }).click()
  await expect(change).toBeEnabled()
  await tab.message.getByRole('textbox').press('Enter')
  await expect(tab.message).toContainText('See you Monday')
})
