import type { JournalEntry } from '@agency-support/contract/modules/journal'

const someone = ({ subject }: JournalEntry): string => subject ?? 'somebody'

/** The added and removed permissions of a change. */
function permissions({ before, after }: JournalEntry): string {
  const read = (value: unknown) => (typeof value === 'string' ? value.split(', ').filter(Boolean) : [])
  const [held, holds] = [read(before?.['permissions']), read(after?.['permissions'])]
  const given = holds.filter((id) => !held.includes(id))
  const taken = held.filter((id) => !holds.includes(id))
  return [
    ...(given.length > 0 ? [`gave ${given.join(', ')}`] : []),
    ...(taken.length > 0 ? [`took ${taken.join(', ')}`] : []),
  ].join(' and ')
}

/** Actions on accounts, products and alerts, as the words after the person's name. */
export const accountActs: Readonly<Record<string, (entry: JournalEntry) => string>> = {
  'session.signedIn': () => 'signed in',
  'session.signedOut': () => 'signed out',
  'session.passwordChanged': () => 'changed their password',
  'session.confirmed': () => 'confirmed their identity',
  'session.confirmFailed': () => 'failed to confirm their identity',
  'session.ended': () => 'ended a session elsewhere',
  'session.secondFactorOn': () => 'set up an authenticator app',
  'session.secondFactorOff': () => 'removed the authenticator app',
  'session.recoveryCodesRenewed': () => 'renewed the recovery codes',
  'session.passkeyAdded': () => 'added a passkey',
  'session.passkeyRemoved': () => 'removed a passkey',
  'staff.added': (entry) => `added staff member ${someone(entry)}`,
  'staff.passwordSet': (entry) => `set the password of ${someone(entry)}`,
  'staff.permissionsChanged': (entry) =>
    `changed the permissions of ${someone(entry)}: ${permissions(entry) || 'none changed'}`,
  'staff.unlocked': (entry) => `unlocked ${someone(entry)}`,
  'staff.disabled': (entry) => `disabled ${someone(entry)}`,
  'staff.enabled': (entry) => `enabled ${someone(entry)}`,
  'staff.secondFactorRemoved': (entry) => `removed the second factor of ${someone(entry)}`,
  'products.created': ({ subject }) => `created product ${subject ?? ''}`,
  'products.settingsSaved': ({ subject }) => `changed the settings of ${subject ?? 'a product'}`,
  'products.availabilitySaved': ({ subject }) => `changed the availability of ${subject ?? 'a product'}`,
  'products.dataSharingSet': ({ subject }) => `changed the data sharing of ${subject ?? 'a product'}`,
  'products.deleted': ({ subject }) => `deleted product ${subject ?? ''}`,
  'products.secretRefreshed': ({ subject }) => `refreshed the secret of ${subject ?? 'a product'}`,
  'products.credentialsSent': ({ subject }) => `sent the API credentials of ${subject ?? 'a product'}`,
  'products.logoUploaded': ({ subject }) => `uploaded the logo of ${subject ?? 'a product'}`,
  'products.vendorCreated': ({ subject }) => `created vendor ${subject ?? ''}`,
  'alerts.sent': () => 'sent an alert',
  'alerts.updated': () => 'changed an alert',
  'alerts.resolved': () => 'resolved an alert',
  'email.purged': ({ subject }) => `purged the suppression of ${subject ?? 'an address'}`,
  'journal.exported': () => 'exported the journal',
}
