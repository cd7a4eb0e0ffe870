/** An account of the e-signature provider. */
export interface ESignUser {
  id: string
  email: string
  active: boolean
  admin: boolean
  /** Null if the provider does not say. */
  activated: Date | null
  deactivated: Date | null
  created: Date | null
  /** Its groups, as far as the provider lists them. */
  groupIds: string[]
}

/** The accounts of one agency. */
export interface ESignGroup {
  id: string
  active: boolean
  startDate: Date | null
  users: ESignUser[]
}

/** The e-signature provider. Every call throws ProviderError if it cannot answer. */
export interface ESignProvider {
  /** Null for an unknown group. For people who wait: fails when its accounts are not read within 15 seconds. */
  getGroup(groupId: string): Promise<ESignGroup | null>
  /** The ids of the accounts of a group, of any number; null for an unknown group. */
  listMemberIds(groupId: string): Promise<string[] | null>
  /** These accounts, in this order; one that is gone is left out. */
  getUsers(userIds: readonly string[]): Promise<ESignUser[]>
  getUser(userId: string): Promise<ESignUser | null>
  findUserByEmail(email: string): Promise<ESignUser | null>
  /** `key` identifies the work it belongs to. If the answer is lost, the account is read to find out the outcome. */
  setUserActive(userId: string, given: { active: boolean; key: string }): Promise<void>
  /** The same; succeeds if the account is already gone. */
  removeUser(userId: string, key: string): Promise<void>
}
