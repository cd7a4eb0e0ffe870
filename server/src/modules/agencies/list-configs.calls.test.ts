import { agencies } from '@agency-support/contract/modules/agencies'
import { expect, test } from 'vitest'
import { testServer } from '../../../test/app.ts'

test('the list is passed on as it is written, and it is byte for byte that of each agency alone', async () => {
  await using server = await testServer()
  const client = await server.asNew()
  expect((await client.call(agencies.listConfigs, {})).text).toBe('{"code":0,"message":"","data":[]}')
  const odd = [
    '',
    '"\\/"',
    '\u0001\b\t\n\f\r\u001f\u007f',
    'Søren 王 🦜 \u202e\u2028\u2029\ufeff',
    '</script>',
    'six',
  ]
  for (const [at, text] of odd.entries()) {
    const compliant = at % 2 === 0
    const folders = odd.slice(0, at).map((folder) => ({ folder, compliant, detail: `${text}{}` }))
    await server.db.write
      .insertInto('agency')
      .values({
        agency_id: at + 1,
        name: text,
        version_display: text,
        time_zone_id: text,
        status: at,
        version: 2_000_000_000 + at,
        folder_compliance: JSON.stringify(folders),
      })
      .execute()
  }
  const alone: string[] = []
  for (const at of odd.keys()) {
    const { text } = await client.call(agencies.config, { agencyId: at + 1 })
    alone.push(text.slice('{"code":0,"message":"","data":['.length, -']}'.length))
  }
  const { text, data } = await client.call(agencies.listConfigs, {})
  expect(text).toBe(`{"code":0,"message":"","data":[${alone.join(',')}]}`)
  expect(data.map(({ name }) => name)).toEqual(odd)
})
