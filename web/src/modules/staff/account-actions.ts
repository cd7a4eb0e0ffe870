import { fullName } from '@agency-support/contract/rules/person-name'
import { mfaOn, type StaffAccount, StaffStatus, staff } from '@agency-support/contract/modules/staff'
import { P, type PermissionId } from '@agency-support/contract/permissions'
import { type Sender, whyNotAccount } from '@agency-support/contract/rules/staff'
import type { ReasonedAsk } from '../../components/dialogs/ask-with-reason.tsx'
import { staffMessages } from './messages.ts'

/** An action on an account. */
export interface AccountAction {
  label: string
  needs: readonly PermissionId[]
  call:
    | typeof staff.disableAccount
    | typeof staff.enableAccount
    | typeof staff.unlockAccount
    | typeof staff.resetPassword
    | typeof staff.removeSecondFactor
  /** Message after success. */
  done: string
  /** Why it is disabled for this account, or undefined. */
  whyNot: (account: StaffAccount, sender: Sender) => string | undefined
  /** The confirmation question. */
  ask: (account: StaffAccount) => ReasonedAsk
}

const objection = (account: StaffAccount, sender: Sender): string | undefined => {
  const reason = whyNotAccount(sender, account)
  return reason && staffMessages[reason]
}
const getSubject = (account: StaffAccount): string => `${fullName(account)} · ${account.username}`

const disable: AccountAction = {
  label: 'Disable account',
  needs: [P.CanDeleteUser],
  call: staff.disableAccount,
  done: staffMessages.disabled,
  whyNot: objection,
  ask: (account) => ({
    title: 'Disable this account?',
    subject: getSubject(account),
    says: 'The person is signed out everywhere at once and cannot sign in until the account is enabled again.',
    confirmLabel: 'Disable account',
    danger: true,
  }),
}

const enable: AccountAction = {
  label: 'Enable account',
  needs: [P.CanDeleteUser],
  call: staff.enableAccount,
  done: staffMessages.enabled,
  whyNot: objection,
  ask: (account) => ({
    title: 'Enable this account?',
    subject: getSubject(account),
    says: 'The person can sign in again, with the permissions they had.',
    confirmLabel: 'Enable account',
  }),
}

const unlock: AccountAction = {
  label: 'Unlock',
  needs: [P.CanUnlockUsers],
  call: staff.unlockAccount,
  done: staffMessages.unlocked,
  whyNot: ({ locked }) => (locked ? undefined : staffMessages.notLocked),
  ask: (account) => ({
    title: 'Unlock this account?',
    subject: getSubject(account),
    says: 'Failed attempts are forgotten, and the person can try to sign in again at once.',
    confirmLabel: 'Unlock',
  }),
}

const reset: AccountAction = {
  label: 'Reset password',
  needs: [P.CanResetPassword],
  call: staff.resetPassword,
  done: staffMessages.passwordReset,
  whyNot: objection,
  ask: (account) => ({
    title: 'Reset the password?',
    subject: getSubject(account),
    says: 'The old password stops working and the person is signed out everywhere. The new one is shown to you once.',
    confirmLabel: 'Reset password',
    danger: true,
  }),
}

const removeFactor: AccountAction = {
  label: 'Remove second factor',
  needs: [P.CanResetPassword],
  call: staff.removeSecondFactor,
  done: staffMessages.factorRemoved,
  whyNot: (account, sender) =>
    objection(account, sender) ?? (account.mfa === mfaOn ? undefined : staffMessages.noFactor),
  ask: (account) => ({
    title: 'Remove the second factor?',
    subject: getSubject(account),
    says: 'The person’s codes, recovery codes and passkeys stop working. Until they set up another one, the password alone opens the account. Make sure that it is really them asking.',
    confirmLabel: 'Remove second factor',
    danger: true,
    typed: { kind: 'text', text: account.username, what: 'the user name' },
  }),
}

/** Actions on an account, the most usual first. */
export function accountActions({ status }: StaffAccount): readonly AccountAction[] {
  return [unlock, reset, removeFactor, status === StaffStatus.disabled ? enable : disable]
}
