import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testImports, usualFacts } from '../../../test/imports.ts'
import { runCli } from '../main.ts'

let imports: Awaited<ReturnType<typeof testImports>>
let journalBefore: number

beforeAll(async () => {
  imports = await testImports(runCli)
})
afterAll(() => imports.close())
beforeEach(async () => {
  journalBefore = await imports.empty()
})

const header = 'agencyId,name,versionDisplay,isOnline,regionId,poolId,status'

/** Defaults of a new agency for columns that the file lacks. */
const importing = (content: string | Buffer, ...options: string[]) => imports.importing(content, ...options)
const agencies = () => imports.agencies()
const journal = () => imports.journal(journalBefore)

describe('what is brought in', () => {
  test('all columns, with their journal rows', async () => {
    const outcome = await importing(
      `${header}\n6938,Smith Insurance,5.4.2,false,2,3,Online\n12345,Béacon,HS 6,YES,0,12,1\n`,
    )
    expect(outcome).toEqual({ code: 0, out: 'inserted 2, updated 0, unchanged 0\n', err: '' })
    expect(await agencies()).toEqual([
      {
        agency_id: 6938,
        name: 'Smith Insurance',
        name_folded: 'smith insurance',
        version_display: '5.4.2',
        is_online: false,
        region_id: 2,
        pool_id: 3,
        status: 2,
        ...usualFacts,
      },
      {
        agency_id: 12345,
        name: 'Béacon',
        name_folded: 'beacon',
        version_display: 'HS 6',
        is_online: true,
        region_id: 0,
        pool_id: 12,
        status: 1,
        ...usualFacts,
      },
    ])
    const rows = await journal()
    expect(rows.map(({ event, agency_id }) => [event, agency_id])).toEqual([
      ['agencies.imported', 6938],
      ['agencies.imported', 12345],
      ['agencies.importRun', null],
    ])
    expect(rows[0]).toMatchObject({
      actor_kind: 'system',
      actor: 'cli',
      before: null,
      after: { name: 'Smith Insurance', status: 2, isOnline: false },
    })
    expect(rows[2]).toMatchObject({
      subject: expect.stringMatching(/^file-\d+\.csv$/),
      after: { inserted: 2, updated: 0, unchanged: 0, refused: 0 },
    })
  })

  test('[PROV-19] type, domains, onboarding and time zone, as the history tells them', async () => {
    const facts = 'agencyId,agencyType,domains,onboardingStatus,timeZoneId,mainContact'
    expect(
      await importing(`${facts}\n7,2,6,Loading Domains,america/new_york,Ann Lee\n8,,,,,\n`),
    ).toMatchObject({
      out: 'inserted 2, updated 0, unchanged 0\n',
    })
    const [opus, usual] = await agencies()
    expect(opus).toMatchObject({
      agency_type: 2,
      domains: 6,
      onboarding_status: 5,
      time_zone_id: 'America/New_York',
      main_contact: 'Ann Lee',
    })
    expect(usual).toMatchObject(usualFacts)
    await importing(`${facts}\n7,2,2,7,,\n8,,,,Pacific/Honolulu,\n`)
    expect(await agencies()).toMatchObject([
      { agency_type: 2, domains: 2, onboarding_status: 7, time_zone_id: 'America/New_York' },
      { ...usualFacts, time_zone_id: 'Pacific/Honolulu' },
    ])
    const imported = (await journal()).filter(({ event }) => event === 'agencies.imported')
    expect(imported[2]).toMatchObject({
      agency_id: 7,
      before: { domains: 6, onboardingStatus: 5 },
      after: { domains: 2, onboardingStatus: 7 },
    })
    expect(imported[3]?.after).toEqual({ timeZoneId: 'Pacific/Honolulu' })
  })

  test.each([
    ['agencyType', 'Opus', '"Opus" is not a number'],
    ['agencyType', '-1', '"-1" is not from 0 to 32767'],
    ['domains', '8', '"8" is not from 0 to 7'],
    ['onboardingStatus', '8', '"8" is not an onboarding status'],
    [
      'timeZoneId',
      'Central Standard Time',
      '"Central Standard Time" is not a time zone, such as America/Chicago',
    ],
  ])('%s takes no %s', async (column, value, why) => {
    expect((await importing(`agencyId,${column}\n7,${value}\n`)).err).toBe(
      `line 2: ${column} ${why}\nNothing was imported.\n`,
    )
    expect(await agencies()).toEqual([])
  })

  test('a second run of the same file changes nothing and records nothing', async () => {
    const file = await imports.folder.write(`${header}\n7,Lee,5.1,0,1,2,3\n`)
    await imports.cli(['agencies', 'import', file])
    const rows = await journal()
    expect(await imports.cli(['agencies', 'import', file])).toMatchObject({
      code: 0,
      out: 'inserted 0, updated 0, unchanged 1\n',
    })
    expect(await journal()).toEqual(rows)
    expect(await imports.db.read.selectFrom('agency').select('version').execute()).toEqual([{ version: 1 }])
  })

  test('a column that is missing leaves its values untouched, in any order of columns', async () => {
    await importing(`${header}\n7,Lee,5.1,true,1,2,3\n8,Kim,5.2,false,0,0,2\n`)
    expect(await importing('status,agencyId\nDeleting,7\n2,8\n')).toMatchObject({
      out: 'inserted 0, updated 1, unchanged 1\n',
    })
    expect((await agencies())[0]).toMatchObject({
      name: 'Lee',
      version_display: '5.1',
      is_online: true,
      region_id: 1,
      pool_id: 2,
      status: 5,
    })
    const rows = await journal()
    expect(rows.at(-2)).toMatchObject({
      event: 'agencies.imported',
      agency_id: 7,
      before: { status: 3 },
      after: { status: 5 },
    })
  })

  test('only the version of the field that changed moves with the row', async () => {
    await importing('agencyId,name,poolId,status\n7,Lee,1,2\n')
    await importing('agencyId,name,poolId,status\n7,Lee Group,1,2\n')
    await importing('agencyId,name,poolId,status\n7,Lee Group,9,2\n')
    await importing('agencyId,name,poolId,status\n7,Lee Group,9,4\n')
    const row = await imports.db.read
      .selectFrom('agency')
      .select(['version', 'name_version', 'status_version', 'name_folded'])
      .select(['name_changed_by', 'name_changed_at', 'status_changed_by', 'status_changed_at'])
      .select(['details_changed_by', 'details_changed_at'])
      .executeTakeFirst()
    const imported = (await journal()).filter(({ event }) => event === 'agencies.imported')
    expect(row).toEqual({
      version: 4,
      name_version: 2,
      status_version: 4,
      name_folded: 'lee group',
      name_changed_by: 'cli',
      name_changed_at: imported[1]?.at,
      status_changed_by: 'cli',
      status_changed_at: imported[3]?.at,
      details_changed_by: 'cli',
      details_changed_at: imported[2]?.at,
    })
  })

  test('BOM, CRLF, quotes, commas and line breaks in quotes, blank lines, any Unicode, no last line end', async () => {
    const text = `\ufeffagencyId,name\r\n\r\n1,"Smith, ""Bob"" & Sons"\r\n2,"Two\r\nLines"\r\n   \r\n3,東京海上 🚲\r\n4,""\r\n5,  Näme  `
    expect(await importing(text)).toMatchObject({ code: 0, out: 'inserted 5, updated 0, unchanged 0\n' })
    expect((await agencies()).map(({ name }) => name)).toEqual([
      'Smith, "Bob" & Sons',
      'Two Lines',
      '東京海上 🚲',
      '',
      'Näme',
    ])
  })

  test('an empty cell leaves its value as it is, in every column; a new agency gets the same as without it', async () => {
    await importing(`${header}\n7,Lee,5.1,true,1,2,3\n8,Kim,5.2,yes,2,9,4\n`)
    const before = await agencies()
    expect(await importing(`${header}\n7,,,,,,\n8,"", \t ,,,,\n9,,,,,,\n`)).toMatchObject({
      out: 'inserted 1, updated 0, unchanged 2\n',
    })
    const [seven, eight, nine] = await agencies()
    expect([seven, eight]).toEqual(before)
    expect(nine).toMatchObject({
      name: '',
      version_display: '',
      is_online: false,
      region_id: 0,
      pool_id: 0,
      status: 0,
    })
  })

  test('t and f, as databases write them, are true and false', async () => {
    await importing('agencyId,isOnline\n1,t\n2,T\n3,f\n')
    expect((await agencies()).map(({ is_online }) => is_online)).toEqual([true, true, false])
  })

  test('backslashes and tabs around values survive the copy', async () => {
    await importing('agencyId,name,versionDisplay\n1,C:\\new\\N,\t5.4\\t\n')
    expect((await agencies())[0]).toMatchObject({ name: 'C:\\new\\N', version_display: '5.4\\t' })
  })
})

describe('a bad line stops it and nothing is imported', () => {
  test.each([
    ['12a,Lee', 'agencyId "12a" is not a number'],
    [',Lee', 'agencyId is missing'],
    ['0,Lee', 'agencyId "0" is not from 1 to 99999999'],
    ['100000000,Lee', 'agencyId "100000000" is not from 1 to 99999999'],
    ['-5,Lee', 'agencyId "-5" is not from 1 to 99999999'],
    ['6.5,Lee', 'agencyId "6.5" is not a whole number'],
    [`9,${'x'.repeat(101)}`, `name "${'x'.repeat(60)}…" is longer than 100 characters`],
    [`9,${'x'.repeat(59)}🔥${'x'.repeat(40)}`, `name "${'x'.repeat(59)}…" is longer than 100 characters`],
    ['9,"a\u0007b"', 'name "a\\u0007b" holds a control character'],
    ['9,Le\u202ee', 'name "Le\\u{202e}e" holds an invisible character, U+202E'],
    ['9,\u3164', 'name "\\u{3164}" holds an invisible character, U+3164'],
    ['9', 'has 1 field, the header has 2'],
    ['9,a,b', 'has 3 fields, the header has 2'],
    ['9,a"b', 'has a quote inside a field that is not wholly in quotes'],
    ['9,"a"b', 'has a quote inside a field that is not wholly in quotes'],
  ])('%j', async (line, why) => {
    const outcome = await importing(`agencyId,name\n1,Good\n${line}\n2,Good too\n`)
    expect(outcome).toEqual({ code: 1, out: '', err: `line 3: ${why}\nNothing was imported.\n` })
    expect(await agencies()).toEqual([])
    expect(await journal()).toEqual([])
  })

  test.each([
    ['isOnline', 'maybe', '"maybe" is not true or false'],
    ['regionId', '4', '"4" is not from 0 to 3'],
    ['poolId', '10000', '"10000" is not from 0 to 9999'],
    ['status', 'Sleeping', '"Sleeping" is not a status'],
    ['versionDisplay', '5\u2066.4', '"5\\u{2066}.4" holds an invisible character, U+2066'],
    ['versionDisplay', 'v'.repeat(41), `"${'v'.repeat(41)}" is longer than 40 characters`],
  ])('%s %j', async (column, value, why) => {
    expect(await importing(`agencyId,${column}\n5,${value}\n`)).toMatchObject({
      code: 1,
      err: `line 2: ${column} ${why}\nNothing was imported.\n`,
    })
  })

  test('line numbers are those of the file, whatever breaks and blank lines came before', async () => {
    const text = '\ufeffagencyId,name\r\n1,"a\r\nb\r\n\r\nc"\r\n\r\n2,x\r\n3,"d\ne"\r\n12a,y\r\n'
    expect((await importing(text)).err).toMatch(/^line 10: agencyId "12a" is not a number\n/)
    const multi = 'agencyId,name\n1,ok\nx2,"starts on line 3\nends on line 4"\n'
    expect((await importing(multi)).err).toMatch(/^line 3: agencyId "x2"/)
  })

  test('the 17th line is called 17', async () => {
    const lines = Array.from({ length: 15 }, (_, at) => `${at + 1},Agency`)
    const outcome = await importing(['agencyId,name', ...lines, '12a,Agency', ''].join('\n'))
    expect(outcome.err.split('\n')[0]).toBe('line 17: agencyId "12a" is not a number')
  })

  test('a duplicate id names both lines', async () => {
    expect((await importing('agencyId\n7\n8\n0007\n')).err).toBe(
      'line 4: agencyId 7 is on line 2 already\nNothing was imported.\n',
    )
  })

  test('text that is not UTF-8 is refused with its line', async () => {
    const latin = Buffer.concat([
      Buffer.from('agencyId,name\n1,ok\n2,caf'),
      Buffer.from([0xe9]),
      Buffer.from('\n'),
    ])
    expect(await importing(latin)).toMatchObject({
      code: 1,
      err: 'line 3: is not valid UTF-8\nNothing was imported.\n',
    })
  })
})

describe('a file that cannot be used', () => {
  test('is reported in one sentence, and nothing is imported', async () => {
    expect(await importing('agencyId,name\n1,ok\n2,"open\n3,x\n')).toEqual({
      code: 1,
      out: '',
      err: 'line 3: a quote is opened and never closed\nNothing was imported.\n',
    })
    expect(await agencies()).toEqual([])
  })

  test.each([
    ['a header that is not one', 'agencyId,regoin\n1,2\n', /^line 1: unknown column "regoin"/],
    ['no header', '', /^The file is empty/],
    ['semicolons', 'agencyId;name\n1;Lee\n', /^line 1: the columns are separated by semicolons; save/],
    ['tabs', 'agencyId\tname\n1\tLee\n', /^line 1: the columns are separated by tabs; save/],
    ['lines that end in CR', 'agencyId,name\r1,Lee\r', /^The lines of the file end in CR alone/],
    ['UTF-16', Buffer.from('\ufeffagencyId,name\n1,Lee\n', 'utf16le'), /UTF-16\. Save it as UTF-8/],
    ['UTF-16 without a mark', Buffer.from('agencyId\n1\n', 'utf16le'), /UTF-16\. Save it as UTF-8/],
    [
      'UTF-16, the other way round',
      Buffer.from('\ufeffagencyId\n', 'utf16le').swap16(),
      /UTF-16\. Save it as UTF-8/,
    ],
    [
      'Latin-1 in its header',
      Buffer.from('agencyId,n\xe4me\n', 'latin1'),
      /^line 1: the header is not valid UTF-8\. Save it as UTF-8/,
    ],
    ['a header further down', '\n\nagencyId,regoin\n', /^line 3: unknown column "regoin"/],
    [
      'an endless line',
      `agencyId,name\n1,ok\n2,${'x'.repeat(1_100_000)}\n`,
      /^line 3: it is longer than 1000000 bytes, or a quote is opened and never closed/,
    ],
  ])('%s', async (_what, content, sentence) => {
    const { code, err } = await importing(content)
    expect(code).toBe(1)
    expect(err).toMatch(sentence)
    expect(err).toMatch(/\nNothing was imported\.\n$/)
    expect(await agencies()).toEqual([])
  })

  test('one that is not there, and a folder', async () => {
    expect(await imports.cli(['agencies', 'import', join(imports.folder.path, 'none.csv')])).toMatchObject({
      code: 1,
      err: expect.stringContaining('there is no such file'),
    })
    expect(await imports.cli(['agencies', 'import', imports.folder.path])).toMatchObject({
      code: 1,
      err: `${imports.folder.path} is a folder.\n`,
    })
  })

  test('a header alone imports nothing', async () => {
    expect(await importing('agencyId,name\n')).toMatchObject({
      code: 0,
      out: 'inserted 0, updated 0, unchanged 0\n',
    })
    expect(await journal()).toEqual([])
  })
})
