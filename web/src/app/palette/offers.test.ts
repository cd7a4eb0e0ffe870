import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import { P } from '@agency-support/contract/permissions'
import { whyNoSeatManagement } from '@agency-support/contract/rules/seats'
import { expect, test } from 'vitest'
import { lockedUser } from '../../../test/agency-user.ts'
import { lazyComponent } from '../../lib/lazy.tsx'
import { nav5x } from '../nav-5x.ts'
import {
  agencyEntries,
  agencyOfPath,
  alertEntries,
  emailEntries,
  offeredTabs,
  ownEntries,
  productEntries,
  screenEntries,
  topicEntries,
  typedEntries,
  userEntries,
  vendorEntries,
} from './offers.ts'
import { textingTyped } from '../../modules/texting/tabs.ts'
import { rank, readQuestion } from './question.ts'

const outside = { helpCentreUrl: 'https://help.example/', statusSiteUrl: '' }
const named = (list: ReturnType<typeof screenEntries>, label: string) =>
  list.find((entry) => entry.label === label)

test('every screen of the drawer is there; what may not be opened carries the drawer’s message', () => {
  const list = screenEntries(nav5x(outside), [2000])
  expect(named(list, 'Main')).toMatchObject({ locked: null, go: { to: 'address', href: '/' } })
  expect(named(list, 'Seat Management')?.locked).toContain(
    'You do not have permission to access Seat Management.',
  )
  expect(named(list, 'Help')).toMatchObject({
    kind: 'Other site',
    go: { external: true, href: outside.helpCentreUrl },
  })
  expect(named(list, 'Change Password')).toMatchObject({ go: { href: '/updatePassword' } })
})

test('a screen names its key, and is found by other words for it', () => {
  const list = screenEntries(nav5x(outside), [2000])
  expect(named(list, 'Seat Management')).toMatchObject({
    kind: 'Screen',
    keys: 'g s',
    go: { external: false },
  })
  expect(named(list, 'Security')).not.toHaveProperty('keys')
  const found = (typed: string) =>
    list.flatMap((entry) => (rank(entry, readQuestion(typed)) === 1 ? [entry.label] : []))
  expect([found('passkeys'), found('sms'), found('audit')]).toEqual([['Security'], ['Texting'], ['Journal']])
  expect(named(list, 'Vendors')?.also).toBe('')
})

test('[PROV-22] the screens of texting are there, with the agency on the screen filled in', () => {
  const somewhere = screenEntries(nav5x(outside), [2000])
  expect(named(somewhere, 'Texting')).toMatchObject({ locked: null, go: { href: '/texting' } })
  expect(named(somewhere, 'SignalR Lookup')).toMatchObject({ locked: null, go: { href: '/texting/signalr' } })
  const atAgency = screenEntries(nav5x(outside), [2000], 6938)
  expect(named(atAgency, 'Texting')).toMatchObject({ go: { href: '/texting?agency=6938' } })
  expect(named(atAgency, 'SignalR Lookup')).toMatchObject({ go: { href: '/texting/signalr?agency=6938' } })
})

test('an active alert is named by its feature and message, and opens its row', () => {
  const guid = '0a1e2400-4040-4040-8404-404040404040'
  const alert = {
    guid,
    category: 1,
    priority: 3,
    feature: 3,
    message: `${'Late. '.repeat(20)}\nSecond line.`,
    startTime: '2026-11-20T09:00:00.000Z',
    endTime: null,
    systemAlertRecipientType: 2,
    applicableAgencies: [],
    region: null,
    version: 1,
  }
  expect(alertEntries([alert])).toEqual([
    {
      id: `alert-${guid}`,
      label: `Texting: ${'Late. '.repeat(10).trim()}…`,
      kind: 'Alert',
      locked: null,
      go: { to: 'address', href: `/status-admin?open=${guid}` },
    },
  ])
})

test('a product opens its editor, and a vendor the list that its name is searched in', () => {
  expect(productEntries([{ id: 7, name: 'Rater' }])).toEqual([
    {
      id: 'product-7',
      label: 'Rater',
      kind: 'Product',
      locked: null,
      go: { to: 'address', href: '/products/7' },
    },
  ])
  expect(vendorEntries([{ id: 7, name: 'Smith & Sons' }])).toEqual([
    {
      id: 'vendor-7',
      label: 'Smith & Sons',
      kind: 'Vendor',
      locked: null,
      go: { to: 'address', href: '/vendors?q=Smith+%26+Sons' },
    },
  ])
})

test('the tabs of an agency and what can be done on them lead to it, and lock by permission', () => {
  const tab = {
    index: 4,
    name: 'config',
    label: 'Config',
    notForOnline: false,
    actions: [{ label: 'Change the agency name', needs: [P.EditAgencyStatus], focus: '#agency-name input' }],
    page: lazyComponent(() => Promise.reject(new Error('never opened here'))),
  }
  const [action, place] = agencyEntries(6938, [tab], [2000])
  expect(place).toMatchObject({
    label: 'Config',
    go: { to: 'address', href: '/agency-detail/6938?tab=config' },
  })
  expect(action).toMatchObject({
    go: { to: 'control', href: '/agency-detail/6938?tab=config', focus: '#agency-name input' },
  })
  expect(action?.locked).toContain('Change the agency name')
  expect(agencyEntries(6938, [tab], [P.EditAgencyStatus])[0]?.locked).toBeNull()
})

test('a word and its rest lead to a tab with the rest filled in; what makes no sense yet leads nowhere', () => {
  const tab = {
    index: 3,
    name: 'productsummary',
    label: 'Product Summary',
    notForOnline: false,
    typed: [
      {
        word: 'c',
        read: (rest: string) =>
          rest === '12345678' ? { label: `Look up ${rest}`, query: { client: rest }, focus: '#found' } : null,
      },
    ],
    page: lazyComponent(() => Promise.reject(new Error('never opened here'))),
  }
  expect(typedEntries(6938, [tab], 'C  12345678')).toMatchObject([
    {
      label: 'Look up 12345678',
      go: { to: 'control', href: '/agency-detail/6938?tab=productsummary&client=12345678', focus: '#found' },
    },
  ])
  for (const text of ['c', 'c ', 'c 1234', 'cc 12345678', '12345678'])
    expect(typedEntries(6938, [tab], text)).toEqual([])
})

test('msg and an id look a text message up; an email address is looked for among the suppressed ones', () => {
  const [message] = textingTyped
  expect(message?.read('  bw-1 ')).toEqual({
    label: 'Look up message bw-1',
    query: { message: 'bw-1' },
    focus: '#texting-message input',
  })
  expect(message?.read('  ')).toBeNull()
  expect(emailEntries('ann@smith.example', [P.CanAccess, P.CanManageEmails])).toMatchObject([
    {
      label: 'Find ann@smith.example in Email Management',
      locked: null,
      go: { to: 'address', href: '/email-management?q=ann%40smith.example' },
    },
  ])
  expect(emailEntries('ann@smith.example', [P.CanAccess])[0]?.locked).toContain('Email Management')
  for (const text of ['ann', 'ann@', '@smith', 'ann @smith', 'a@b@c'])
    expect(emailEntries(text, [P.CanAccess])).toEqual([])
})

test('of the tabs only what the agency’s screen shows is offered, and only controls that are there', () => {
  const page = lazyComponent(() => Promise.reject(new Error('never opened here')))
  const [focus, query] = ['#agency-command input', {}]
  const actions = [{ label: 'Send a command', focus }]
  const typed = [{ word: 'sync', read: (ids: string) => ({ label: `Sync ${ids}`, query, focus }) }]
  const tabs = [
    { index: 1, name: 'command', label: 'Command', notForOnline: true, actions, typed, page },
    {
      index: 9,
      name: 'seatmanagement',
      label: 'Seats',
      notForOnline: false,
      whyHidden: whyNoSeatManagement,
      page,
    },
  ]
  const offered = (isOnline: boolean | undefined, permissions: readonly number[], backOffice = false) => {
    const agency = isOnline === undefined ? undefined : ({ isOnline } as AgencyConfig)
    const shown = offeredTabs(tabs, { agency, permissions, backOffice })
    const entries = [
      ...typedEntries(6938, shown, 'sync 12345678'),
      ...agencyEntries(6938, shown, permissions),
    ]
    return entries.map(({ label }) => label)
  }
  expect(offered(false, [P.SeatManagement])).toEqual(['Sync 12345678', 'Send a command', 'Command'])
  expect(offered(true, [])).toEqual(['Command'])
  expect(offered(true, [P.SeatManagement])).toEqual(['Command', 'Seats'])
  expect(offered(undefined, [P.SeatManagement])).toEqual(['Sync 12345678', 'Send a command', 'Command'])
  expect(offered(true, [P.SeatManagement], true)).toEqual(['Seats'])
})

test('all help topics can be found', () => {
  expect(topicEntries).toHaveLength(24)
  expect(topicEntries[0]).toMatchObject({ label: 'Client totals', go: { href: '/help?topic=1001' } })
})

test.each([
  ['/agency-detail/6938', 6938],
  ['/agency-detail/00006938', 6938],
  ['/agency-detail-6xWarn/6938', 6938],
  ['/agency-detail-6x/6938', 6938],
  ['/agency-detail/0', null],
  ['/agency-detail/000006938', null],
  ['/agency-detail/x', null],
  ['/agency-setup', null],
])('the agency of %s is %s', (path, agencyId) => {
  expect(agencyOfPath(path)).toBe(agencyId)
})

test('a locked user comes with Unlock, locked itself without the right; every user with card and log', () => {
  const user = lockedUser({ username: 'NCO', firstName: 'Nora', lastName: 'Cole' })
  const [unlock, card, log] = userEntries(6938, [user], [2000])
  expect(unlock).toMatchObject({
    label: 'Unlock NCO · Nora Cole',
    locked: expect.stringContaining('You do not have permission to unlock users.') as string,
    go: { href: '/agency-detail/6938?tab=users&initials=NCO', focus: '[data-user="NCO"] button' },
  })
  expect(card).toMatchObject({ label: 'NCO · Nora Cole', locked: null })
  expect(log?.label).toBe('Sign-in log of NCO · Nora Cole')
  expect(userEntries(6938, [user], [2000, P.CanUnlockAgencyUsers])[0]?.locked).toBeNull()
  expect(userEntries(6938, [{ ...user, status: 0 }], [2000])).toHaveLength(2)
})

test('the words of the job find what people set for themselves', () => {
  const found = (typed: string) =>
    ownEntries.filter((entry) => rank(entry, readQuestion(typed)) > 0).map(({ label }) => label)
  expect(found('dark')).toEqual(['Theme and density'])
  expect(found('sign out')).toEqual(['Logout'])
  expect(found('logout')).toEqual(['Logout'])
})
