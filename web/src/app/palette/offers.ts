import type { AgencyUser } from '@agency-support/contract/modules/agency-users'
import { lockedOut, whyNotUnlock } from '@agency-support/contract/rules/agency-users'
import { fullName } from '@agency-support/contract/rules/person-name'
import type { SystemAlert } from '@agency-support/contract/modules/alerts'
import type { ListedProduct, Vendor } from '@agency-support/contract/modules/product-shapes'
import { permissionAliases, permissionMessages } from '@agency-support/contract/permissions'
import { getAlertName } from '@agency-support/contract/rules/alerts'
import { agencyAddress } from '../../agency/agency-address.ts'
import { agencyIdParam } from '../../agency/agency-id-param.ts'
import type { AgencyTab } from '../../agency/agency-tab.ts'
import { agencyPaths } from '../../modules/agencies/paths.ts'
import { type TabViewer, visibleTabs } from '../../modules/agencies/visible-tabs.ts'
import { alertPaths } from '../../modules/alerts/paths.ts'
import { searchSuppressions } from '../../modules/email/paths.ts'
import { helpPaths } from '../../modules/help/paths.ts'
import { allTopics } from '../../modules/help/topics.ts'
import { editProduct, findVendor } from '../../modules/products/paths.ts'
import { secondFactorPaths } from '../../modules/second-factor/paths.ts'
import { sessionPaths } from '../../modules/session/paths.ts'
import { textingPresencePaths } from '../../modules/texting-presence/paths.ts'
import { isLocked, type NavEntry, type NavItem, navItems } from '../nav.ts'
import type { Entry } from './entry.ts'

type Place = Omit<NavItem, 'icon'>

/** Synonyms for screens, in the words that staff use. */
const otherWords: Readonly<Record<string, string>> = {
  Main: 'home start agencies list',
  'Seat Management': 'release licences licenses seats requests',
  'User Management': 'rights permissions staff',
  'Staff Accounts': 'unlock colleagues accounts disable reset',
  'Email Management': 'bounces blocks suppressions spam unsubscribe',
  Journal: 'history audit log events',
  'Change Password': 'own password',
  Security: 'passkeys authenticator sessions two-factor 2fa mfa',
  Texting: 'sms messages bandwidth',
}

/** Why an entry is locked: the message that the drawer shows for it, or null. */
function getLock(
  label: string,
  given: Parameters<typeof isLocked>[0],
  held: readonly number[],
): string | null {
  return isLocked(given, held) ? permissionMessages.menu(label) : null
}

/**
 * The screens of the drawer, those that only the user menu opens, and those of texting, which start with the agency
 * on screen.
 */
export function screenEntries(
  entries: readonly NavEntry[],
  held: readonly number[],
  here: number | null = null,
): readonly Entry[] {
  const { texting, textingFrom, lookup, lookUp } = textingPresencePaths
  const others: readonly Place[] = [
    { label: 'Texting', href: here === null ? texting : textingFrom(here) },
    { label: 'SignalR Lookup', href: here === null ? lookup : lookUp(here) },
    { label: 'Change Password', href: sessionPaths.updatePassword },
    { label: 'Security', href: secondFactorPaths.security },
  ]
  return [...navItems(entries), ...others].map((item: Place) => ({
    id: `screen-${item.label}`,
    label: item.label,
    also: otherWords[item.label] ?? '',
    ...(item.goKey === undefined ? {} : { keys: `g ${item.goKey}` }),
    kind: item.external === true ? 'Other site' : 'Screen',
    locked: getLock(item.label, item, held),
    go: {
      to: 'address',
      href: item.href,
      external: item.external === true,
    },
  }))
}

/** Personal settings and sign-out. */
export const ownEntries: readonly Entry[] = [
  {
    id: 'own-look',
    label: 'Theme and density',
    also: 'dark light mode appearance compact comfortable settings utc keyboard',
    kind: 'Settings',
    locked: null,
    go: { to: 'control', focus: 'header button[aria-label^="Settings of"]' },
  },
  {
    id: 'own-logout',
    label: 'Logout',
    also: 'log out sign out signout exit',
    kind: 'Settings',
    locked: null,
    go: { to: 'address', href: sessionPaths.signIn },
  },
]

/** The users of the agency on screen, with their most frequent actions. */
export function userEntries(
  agencyId: number,
  users: readonly AgencyUser[],
  held: readonly number[],
): readonly Entry[] {
  return users.flatMap((user) => {
    const { username, status } = user
    const name = fullName(user)
    const whole = name === username ? username : `${username} · ${name}`
    const href = agencyAddress(agencyId, 'users', { initials: username })
    const card = `[data-user="${username.replace(/["\\]/g, '\\$&')}"]`
    const toEntry = (label: string, focus: string, locked: string | null = null): Entry => ({
      id: `user-${label}`,
      label,
      kind: 'User',
      locked,
      go: { to: 'control', href, focus: `${card} ${focus}` },
    })
    return [
      ...(status === lockedOut ? [toEntry(`Unlock ${whole}`, 'button', whyNotUnlock(held) ?? null)] : []),
      toEntry(whole, 'button:last-of-type'),
      toEntry(`Sign-in log of ${whole}`, 'button[aria-label^="User Signin Log"]'),
    ]
  })
}

/** The visible tabs. One that does not apply to the agency has no controls to jump to. */
export function offeredTabs(tabs: readonly AgencyTab[], viewer: TabViewer): readonly AgencyTab[] {
  return visibleTabs(tabs, viewer).map((tab) =>
    viewer.agency?.isOnline === true && tab.notForOnline ? { ...tab, actions: [], typed: [] } : tab,
  )
}

/** The tabs of the agency on screen, and their actions. */
export function agencyEntries(
  agencyId: number,
  tabs: readonly AgencyTab[],
  held: readonly number[],
): readonly Entry[] {
  const kind = 'This agency'
  const actions = tabs.flatMap((tab) =>
    (tab.actions ?? []).map(
      (action): Entry => ({
        id: `action-${tab.name}-${action.label}`,
        label: action.label,
        also: action.also ?? '',
        kind,
        locked: getLock(action.label, action, held),
        go: {
          to: 'control',
          href: agencyAddress(agencyId, tab.name, action.query),
          focus: action.focus,
        },
      }),
    ),
  )
  const places = tabs.map(
    (tab): Entry => ({
      id: `tab-${tab.name}`,
      label: tab.label,
      also: tab.also ?? '',
      kind,
      ...(tab.key === undefined ? {} : { keys: `t ${tab.key}` }),
      locked: null,
      go: { to: 'address', href: agencyPaths.detail(agencyId, tab.name) },
    }),
  )
  return [...actions, ...places]
}

/** A command word and its argument for the agency on screen: ‘c 12345678’, ‘sync 12345678’. */
export function typedEntries(agencyId: number, tabs: readonly AgencyTab[], text: string): readonly Entry[] {
  const [, word = '', rest = ''] = /^(\S+)\s+(.+)$/.exec(text) ?? []
  return tabs.flatMap(({ name, typed = [] }) =>
    typed.flatMap((action): readonly Entry[] => {
      const asked = action.word === word.toLowerCase() ? action.read(rest) : null
      if (asked === null) return []
      const href = agencyAddress(agencyId, name, asked.query)
      return [
        {
          id: `typed-${name}-${word}`,
          label: asked.label,
          kind: 'This agency',
          locked: null,
          go: { to: 'control', href, focus: asked.focus },
        },
      ]
    }),
  )
}

/** For an email address: whether mail to it is suppressed. */
export function emailEntries(text: string, held: readonly number[]): readonly Entry[] {
  if (!/^[^\s@]+@[^\s@]+$/.test(text)) return []
  return [
    {
      id: 'email-suppressions',
      label: `Find ${text} in Email Management`,
      kind: 'Screen',
      locked: getLock('Email Management', { needs: permissionAliases.EmailManagement }, held),
      go: { to: 'address', href: searchSuppressions(text) },
    },
  ]
}

/** The help topics. */
export const topicEntries: readonly Entry[] = allTopics.map(({ id, title }) => ({
  id: `topic-${id}`,
  label: title,
  kind: 'Help topic',
  locked: null,
  go: { to: 'address', href: helpPaths.topic(id) },
}))

/** The active alerts; choosing one opens its row. */
export function alertEntries(alerts: readonly SystemAlert[]): readonly Entry[] {
  return alerts.map((alert) => ({
    id: `alert-${alert.guid}`,
    label: getAlertName(alert),
    kind: 'Alert',
    locked: null,
    go: { to: 'address', href: alertPaths.alert(alert.guid) },
  }))
}

/** Marketplace products; choosing one opens its editor. */
export function productEntries(listed: readonly Pick<ListedProduct, 'id' | 'name'>[]): readonly Entry[] {
  return listed.map(({ id, name }) => ({
    id: `product-${id}`,
    label: name,
    kind: 'Product',
    locked: null,
    go: { to: 'address', href: editProduct(id) },
  }))
}

/** Vendors; choosing one searches the vendor list for its name. */
export function vendorEntries(vendors: readonly Pick<Vendor, 'id' | 'name'>[]): readonly Entry[] {
  return vendors.map(({ id, name }) => ({
    id: `vendor-${id}`,
    label: name,
    kind: 'Vendor',
    locked: null,
    go: { to: 'address', href: findVendor(name) },
  }))
}

/** The agency whose screen has this address, or null. */
export function agencyOfPath(path: string): number | null {
  const [, id] = /^\/agency-detail(?:-6x|-6xWarn)?\/([^/]+)$/.exec(path) ?? []
  return agencyIdParam(id)
}
