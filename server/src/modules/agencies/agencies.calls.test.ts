import { agencies } from '@agency-support/contract/modules/agencies'
import { P } from '@agency-support/contract/permissions'
import { toAgencyType } from '@agency-support/contract/rules/seats'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { keepFolderCompliance } from './service.ts'

const server = useServer()
let reader: TestClient
let editor: TestClient & { person: { username: string } }
beforeAll(async () => {
  reader = await server.asNew()
  editor = await server.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
})

const readRows = (
  agencyId: number,
): Promise<{ event: string; before: unknown; after: unknown; actor: string }[]> =>
  server.db.read
    .selectFrom('journal')
    .select(['event', 'before', 'after', 'actor'])
    .where('agency_id', '=', agencyId)
    .orderBy('seq')
    .execute()

describe('reading', () => {
  test('[AG-DETAIL-15] [AG-DETAIL-16] [API-08] GetAgencyConfig answers one agency in data[0]', async () => {
    await server.agency(6938, 'Smith Insurance')
    await server.db.write
      .updateTable('agency')
      .set({
        pool_id: 7,
        region_id: 3,
        is_online: true,
        storage_mode: 2,
        status: 4,
        version_display: '6.1.2',
      })
      .where('agency_id', '=', 6938)
      .execute()
    const got = await reader.call(agencies.config, { agencyId: 6938 })
    expect(JSON.parse(got.text)).toEqual({
      code: 0,
      message: '',
      data: [
        expect.objectContaining({
          agencyId: 6938,
          name: 'Smith Insurance',
          poolId: 7,
          regionId: 3,
          isOnline: true,
          storageMode: 2,
          status: 4,
          versionDisplay: '6.1.2',
        }),
      ],
    })
  })

  test('[AG-DETAIL-17] the entity of view and lookup: status and its bits, storage mode, domains, agency type', async () => {
    const agencyId = await server.newAgency('Entity Insurance')
    const set = (values: { status: number; agency_type: number }) =>
      server.db.write
        .updateTable('agency')
        .set({ ...values, version_display: '5.4.2', storage_mode: 2, domains: 3 })
        .where('agency_id', '=', agencyId)
        .execute()
    const [enabled, texting] = [1, 2]
    for (const [type, label] of [
      [0, 'Local Install'],
      [1, 'Kotter'],
      [3, 'Cloud Agency'],
      [2, 'Opus'],
      [7, 'Opus'],
    ] as const) {
      await set({ status: 2, agency_type: type })
      const [agency] = (await reader.call(agencies.config, { agencyId })).data
      expect(agency).toMatchObject({
        agencyId,
        name: 'Entity Insurance',
        versionDisplay: '5.4.2',
        status: 2,
        storageMode: 2,
        agencyType: type,
      })
      expect((agency?.flags ?? 0) & enabled).toBe(enabled)
      expect((agency?.domains ?? 0) & texting).toBe(texting)
      expect(toAgencyType(agency?.agencyType ?? -1).name).toBe(label)
    }
    await set({ status: 5, agency_type: 0 })
    expect((await reader.call(agencies.config, { agencyId })).data[0]?.flags).toBe(0)
  })

  test('folders that the software reported are in the config; the same again is no change, nonsense none either', async () => {
    const agencyId = await server.newAgency('First')
    const folders = [{ folder: 'D:\\Scans', compliant: false, detail: 'Everyone may write.' }]
    const keep = (reported: unknown) =>
      server.db.write.transaction().execute(async (tx) => {
        const { hasChanged } = await keepFolderCompliance(tx, agencyId, reported)
        return hasChanged
      })
    expect([await keep(folders), await keep(folders)]).toEqual([true, false])
    const shown = async () => (await reader.call(agencies.config, { agencyId })).data[0]?.folderCompliance
    expect(await shown()).toEqual(folders)
    for (const reported of [null, 'x', {}, [{ folder: 1 }], Array(201).fill(folders[0])])
      expect(await keep(reported)).toBe(false)
    expect(await shown()).toEqual(folders)
    expect(await keep([])).toBe(true)
  })

  test('[API-09] an agency that is not there is code 2 and no failure', async () => {
    const got = await reader.call(agencies.config, { agencyId: 99_999_999 })
    expect([got.status, got.text]).toEqual([200, '{"code":2,"message":"Agency not found","data":[]}'])
  })

  test('[API-20] ListAgencyConfigs answers the list of configs by id', async () => {
    const [first, second] = [await server.newAgency('Listed First'), await server.newAgency('Listed Second')]
    const { data, code } = await reader.call(agencies.listConfigs, {})
    const ids = data.map(({ agencyId }) => agencyId)
    expect(code).toBe(0)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    for (const agencyId of [first, second])
      expect(data.filter((one) => one.agencyId === agencyId)).toEqual(
        (await reader.call(agencies.config, { agencyId })).data,
      )
  })

  test('[API-21] GetTimeZones answers zones with the offset of this moment', async () => {
    const { data } = await reader.call(agencies.timeZones, {})
    expect(data.map(({ id, label, offsetMinutes }) => `${id}: ${label} ${offsetMinutes}`)).toEqual([
      'America/New_York: Eastern Time -300',
      'America/Chicago: Central Time -360',
      'America/Denver: Mountain Time -420',
      'America/Phoenix: Mountain Time, Arizona -420',
      'America/Los_Angeles: Pacific Time -480',
      'America/Anchorage: Alaska Time -540',
      'Pacific/Honolulu: Hawaii Time -600',
      'America/Puerto_Rico: Atlantic Time, Puerto Rico -240',
      'Pacific/Guam: Chamorro Time, Guam 600',
    ])
    server.clock.turn(-150 * 24 * 3600)
    const summer = await (await server.asNew()).call(agencies.timeZones, {})
    expect(summer.data).toContainEqual({ id: 'America/Chicago', label: 'Central Time', offsetMinutes: -300 })
    server.clock.turn(150 * 24 * 3600)
  })
})

describe('renaming', () => {
  test('[CONFIG-05] stores the new name and appends one row with before and after', async () => {
    const agencyId = await server.newAgency('First')
    const got = await editor.call(agencies.updateName, { agencyId, name: '  Second & Söhne ' })
    expect(got.data[0]).toMatchObject({ agencyId, name: 'Second & Söhne', version: 2 })
    expect((await reader.call(agencies.config, { agencyId })).data).toEqual(got.data)
    expect((await reader.call(agencies.search, { searchText: 'sohne' })).data[0]?.agencyId).toBe(agencyId)
    expect(await readRows(agencyId)).toEqual([
      {
        event: 'agencies.renamed',
        before: { name: 'First' },
        after: { name: 'Second & Söhne' },
        actor: editor.person.username,
      },
    ])
  })

  test('[CONFIG-05] without EditAgencyStatus it is refused and nothing is stored', async () => {
    const agencyId = await server.newAgency('First')
    expect((await reader.call(agencies.updateName, { agencyId, name: 'Second' })).status).toBe(403)
    expect((await reader.call(agencies.config, { agencyId })).data[0]?.name).toBe('First')
    expect(await readRows(agencyId)).toEqual([])
  })

  test('the same name changes nothing and appends nothing', async () => {
    const agencyId = await server.newAgency('First')
    const got = await editor.call(agencies.updateName, { agencyId, name: 'First', version: 1 })
    expect(got).toMatchObject({ code: 0, data: [{ version: 1 }] })
    expect(await readRows(agencyId)).toEqual([])
  })

  test.each([
    ['', 'Agency name must be 1 to 100 characters.'],
    ['   ', 'Agency name must be 1 to 100 characters.'],
    ['x'.repeat(101), 'Agency name must be 1 to 100 characters.'],
    ['line\nbreak', 'Agency name must not hold control characters.'],
    ['nul\0', 'Agency name must not hold control characters.'],
    ['\u202egnirts', 'Agency name must not contain the invisible character U+202E.'],
    ['\u3164', 'Agency name must not contain the invisible character U+3164.'],
  ])('the name %j is refused', async (name, sentence) => {
    const got = await editor.call(agencies.updateName, { agencyId: 6938, name })
    expect([got.status, got.code, got.message]).toEqual([400, 400, sentence])
  })

  test('what looks like markup or a formula is a name like any other', async () => {
    const agencyId = await server.newAgency('First')
    for (const name of [
      '<img src=x onerror=alert(1)>',
      '=HYPERLINK("http://e","x")',
      '__proto__',
      '🏠 保険',
    ]) {
      await editor.call(agencies.updateName, { agencyId, name })
      expect((await reader.call(agencies.config, { agencyId })).data[0]?.name).toBe(name)
    }
  })
})

describe('setting the status', () => {
  test('[CONFIG-07] any status may follow any other, each with its row', async () => {
    const agencyId = await server.newAgency('First')
    const way = [5, 0, 3, 1, 4, 2]
    for (const status of way)
      expect((await editor.call(agencies.updateStatus, { agencyId, status })).data[0]).toMatchObject({
        status,
        flags: status >= 1 && status <= 4 ? 1 : 0,
      })
    const rows = await readRows(agencyId)
    expect(rows.map(({ event, before, after }) => [event, before, after])).toEqual(
      way.map((status, at) => ['agencies.statusChanged', { status: at === 0 ? 0 : way[at - 1] }, { status }]),
    )
  })

  test.each([-1, 6, 1.5, 99])('status %d is refused', async (status) => {
    const got = await editor.call(agencies.updateStatus, { agencyId: 6938, status })
    expect([got.status, got.message]).toEqual([400, 'Invalid status'])
  })

  test('an agency that there is not has no status', async () => {
    const absent = await editor.call(agencies.updateStatus, { agencyId: 99_999_999, status: 2 })
    expect([absent.status, absent.code, absent.message]).toEqual([200, 2, 'Agency not found'])
  })

  test('[CONFIG-07] without EditAgencyStatus it is refused', async () => {
    const agencyId = await server.newAgency('First')
    expect((await reader.call(agencies.updateStatus, { agencyId, status: 2 })).status).toBe(403)
    expect(await readRows(agencyId)).toEqual([])
  })
})

describe('two people at one agency', () => {
  test('[API-10] a stale name is refused with who, when and both values; the version it tells overwrites', async () => {
    const agencyId = await server.newAgency('First')
    const other = await server.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
    const read = (await editor.call(agencies.config, { agencyId })).data[0]?.version ?? 0
    await other.call(agencies.updateName, { agencyId, name: 'Theirs', version: read })
    const got = await editor.call(agencies.updateName, { agencyId, name: 'Mine', version: read })
    expect([got.status, got.code]).toEqual([200, 409])
    const changedAt = server.clock.now().toISOString()
    expect(got.message).toBe(
      `${other.person.username} changed the name to "Theirs" at ${changedAt}. Your text was not saved.`,
    )
    expect(got.refusal).toEqual({
      changedBy: other.person.username,
      changedAt,
      current: 'Theirs',
      yours: 'Mine',
      version: 2,
    })
    expect((await readRows(agencyId)).length).toBe(1)
    const forced = await editor.call(agencies.updateName, { agencyId, name: 'Mine', version: 2 })
    expect(forced).toMatchObject({ code: 0, data: [{ name: 'Mine', version: 3 }] })
  })

  test('of a change that a server of an older release made nobody knows whose it was, nor when', async () => {
    const agencyId = await server.newAgency('First')
    await editor.call(agencies.updateName, { agencyId, name: 'Theirs' })
    await server.db.write
      .updateTable('agency')
      .set({ name_changed_by: null, name_changed_at: null })
      .where('agency_id', '=', agencyId)
      .execute()
    const got = await editor.call(agencies.updateName, { agencyId, name: 'Mine', version: 1 })
    expect(got.message).toBe('Somebody else changed the name to "Theirs". Your text was not saved.')
    expect(got.refusal).toMatchObject({ changedBy: 'Somebody else', changedAt: null })
  })

  test('a change of the status does not make a rename stale, nor the other way round', async () => {
    const agencyId = await server.newAgency('First')
    await editor.call(agencies.updateStatus, { agencyId, status: 2, version: 1 })
    expect((await editor.call(agencies.updateName, { agencyId, name: 'Second', version: 1 })).code).toBe(0)
    const stale = await editor.call(agencies.updateStatus, { agencyId, status: 3, version: 1 })
    const changedAt = server.clock.now().toISOString()
    expect(stale).toMatchObject({
      code: 409,
      message: `${editor.person.username} changed the status at ${changedAt}. Your choice was not saved.`,
      refusal: { changedAt, current: 2, yours: 3, version: 3 },
    })
  })

  test('without a version the last one wins', async () => {
    const agencyId = await server.newAgency('First')
    await editor.call(agencies.updateName, { agencyId, name: 'Second' })
    expect((await editor.call(agencies.updateName, { agencyId, name: 'Third' })).data[0]).toMatchObject({
      version: 3,
    })
  })

  test('of twelve renames at once from one version one wins, the others are told of it', async () => {
    const agencyId = await server.newAgency('First')
    const got = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        editor.call(agencies.updateName, { agencyId, name: `Racer ${at}`, version: 1 }),
      ),
    )
    expect(got.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      0,
      ...Array.from({ length: 11 }, () => 409),
    ])
    const winner = got.find(({ code }) => code === 0)?.data[0]?.name
    expect((await reader.call(agencies.config, { agencyId })).data[0]?.name).toBe(winner)
    expect((await readRows(agencyId)).map(({ after }) => after)).toEqual([{ name: winner }])
  })

  test('of 24 changes at once without a version each is acknowledged and in the journal, in one order', async () => {
    const agencyId = await server.newAgency('First')
    const names = Array.from({ length: 24 }, (_, at) => `Racer ${at}`)
    const got = await Promise.all(names.map((name) => editor.call(agencies.updateName, { agencyId, name })))
    expect(new Set(got.map(({ code }) => code))).toEqual(new Set([0]))
    const versions = got.map(({ data }) => data[0]?.version ?? 0).sort((a, b) => a - b)
    expect(versions).toEqual(names.map((_, at) => at + 2))
    const rows = await readRows(agencyId)
    expect(rows).toHaveLength(24)
    for (const [at, row] of rows.entries())
      expect(row.before).toEqual(at === 0 ? { name: 'First' } : rows[at - 1]?.after)
  })
})
