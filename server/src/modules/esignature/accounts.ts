import { toAddressKey } from '@agency-support/contract/rules/esignature'
import type { ESignProvider, ESignUser } from '../../providers/esign-provider.ts'

/** A registered user as far as its account at Formstack goes. */
export interface Registered {
  email: string
  /** Empty where none is known. */
  accountId: string
  groupId: string
}

/**
 * The account of a registered user: by its id, else by its address. `isOurs` is false for an account of another
 * address outside the agency's group, which a mistyped id leads to.
 */
export async function findAccount(
  provider: ESignProvider,
  { email, accountId, groupId }: Registered,
): Promise<{ account: ESignUser; isOurs: boolean } | null> {
  const account = accountId === '' ? await provider.findUserByEmail(email) : await provider.getUser(accountId)
  if (account === null) return null
  const isMember = groupId !== '' && account.groupIds.includes(groupId)
  const isSame = toAddressKey(account.email) === toAddressKey(email)
  // Without an id an address alone does not tell whose account it is, when other groups have it as well.
  const isOurs = isMember || (isSame && (accountId !== '' || account.groupIds.length === 0))
  return { account, isOurs }
}
