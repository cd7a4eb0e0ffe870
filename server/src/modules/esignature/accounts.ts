import { toAddressKey } from '@agency-support/contract/rules/esignature'
import type { ESignProvider, ESignUser } from '../../providers/esign-provider.ts'

/** A registered user, as needed to find the account at Formstack. */
export interface Registered {
  email: string
  /** Empty if unknown. */
  accountId: string
  groupId: string
}

/**
 * The account of a registered user: by its id, otherwise by its address. `isOurs` is false for an account with another
 * address outside the agency's group, which a mistyped id may lead to.
 */
export async function findAccount(
  provider: ESignProvider,
  { email, accountId, groupId }: Registered,
): Promise<{ account: ESignUser; isOurs: boolean } | null> {
  const account = accountId === '' ? await provider.findUserByEmail(email) : await provider.getUser(accountId)
  if (account === null) return null
  const isMember = groupId !== '' && account.groupIds.includes(groupId)
  const isSame = toAddressKey(account.email) === toAddressKey(email)
  // Without an account id, the address alone does not prove ownership if other groups have the account too.
  const isOurs = isMember || (isSame && (accountId !== '' || account.groupIds.length === 0))
  return { account, isOurs }
}
