/** An account of the e-signature provider. */
export interface ESignUser {
  id: string
  email: string
  active: boolean
  admin: boolean
  /** Null where the provider does not tell. */
  activated: Date | null
  deactivated: Date | null
  created: Date | null
  /** The groups it is in, as far as the provider tells. */
  groupIds: string[]
}

/** A group of accounts: an agency's. */
export interface ESignGroup {
  id: string
  active: boolean
  startDate: Date | null
  users: ESignUser[]
}

/** The e-signature provider. Every call throws ProviderError when it cannot answer. */
export interface ESignProvider {
  /** Null for a group that the provider does not know. */
  getGroup(groupId: string): Promise<ESignGroup | null>
  getUser(userId: string): Promise<ESignUser | null>
  findUserByEmail(email: string): Promise<ESignUser | null>
  /** `key` names the work it is part of. An outcome that is not known is read before it is told. */
  setUserActive(userId: string, active: boolean, key: string): Promise<void>
  /** The same; one that is gone already is done. */
  removeUser(userId: string, key: string): Promise<void>
}
