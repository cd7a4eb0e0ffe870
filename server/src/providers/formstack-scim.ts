import { z } from 'zod'
import type { ESignGroup, ESignUser } from './esign-provider.ts'

// The protocol is SCIM 2.0 (RFC 7643). Its extensions for e-signature have names of our own, because the vendor's are
// not publicly documented. Optional fields may be missing.

const esignUser = 'urn:hs:esign:1.0:User'
const esignGroup = 'urn:hs:esign:1.0:Group'
const formstackUser = 'urn:ietf:params:scim:schemas:extension:formstack:2.0:User'

const Id = z.union([z.string().min(1), z.number()]).transform(String)
const flag = z.boolean().nullish().catch(null)
const instant = z.unknown().transform(toInstant)

const Member = z.object({ value: Id })
const User = z.object({
  id: Id,
  userName: z.string().nullish(),
  active: flag,
  emails: z.array(z.object({ value: z.string(), primary: flag })).nullish(),
  groups: z.array(Member).nullish(),
  meta: z.object({ created: instant }).nullish(),
  [formstackUser]: z.object({ isAdmin: flag }).nullish(),
  [esignUser]: z.object({ activated: instant, deactivated: instant }).partial().nullish(),
})

/** A user on the wire. */
export const ScimUser = User.transform(toUser)

/** The users of a page. */
export const ScimUsers = z
  .object({ Resources: z.array(ScimUser).nullish() })
  .transform((list) => list.Resources ?? [])

/** A group on the wire, with its members' ids. */
export const ScimGroup = z
  .object({
    id: Id,
    members: z.array(Member).nullish(),
    [esignGroup]: z.object({ startDate: instant, active: flag }).partial().nullish(),
  })
  .transform((group) => ({
    id: group.id,
    memberIds: (group.members ?? []).map(({ value }) => value),
    startDate: group[esignGroup]?.startDate ?? null,
    active: group[esignGroup]?.active ?? null,
  }))

/** A group with its members; without an `active` field it is active if any member is. */
export function toGroup(
  { id, startDate, active }: z.output<typeof ScimGroup>,
  users: readonly ESignUser[],
): ESignGroup {
  return { id, startDate, active: active ?? users.some((user) => user.active), users: [...users] }
}

function toUser(user: z.output<typeof User>): ESignUser {
  const emails = user.emails ?? []
  const email = emails.find(({ primary }) => primary === true) ?? emails[0]
  return {
    id: user.id,
    email: email?.value ?? user.userName ?? '',
    active: user.active ?? true,
    admin: user[formstackUser]?.isAdmin ?? false,
    activated: user[esignUser]?.activated ?? null,
    deactivated: user[esignUser]?.deactivated ?? null,
    created: user.meta?.created ?? null,
    groupIds: (user.groups ?? []).map(({ value }) => value),
  }
}

/** An instant in ISO form, or in Formstack's: 2015-12-21 17:08:13; without a zone it is in UTC. */
function toInstant(text: unknown): Date | null {
  if (typeof text !== 'string') return null
  const isPlain = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?$/.test(text)
  const at = new Date(isPlain ? `${text.replace(' ', 'T')}Z` : text)
  return Number.isNaN(at.getTime()) ? null : at
}
