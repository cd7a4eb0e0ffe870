import { z } from 'zod'
import type { Account, Directory, Group } from './directory.ts'

const core = 'urn:ietf:params:scim:schemas:core:2.0'
const messages = 'urn:ietf:params:scim:api:messages:2.0'
const formstackUser = 'urn:ietf:params:scim:schemas:extension:formstack:2.0:User'
// What e-signature has beyond SCIM: assumed, because no public document shows the vendor's names.
const esignUser = 'urn:hs:esign:1.0:User'
const esignGroup = 'urn:hs:esign:1.0:Group'

export const scimType = 'application/scim+json'

/** An instant in Formstack's format: 2015-12-21 17:08:13, in UTC. */
function written(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ')
}

const optional = (name: string, at: Date | null) => (at === null ? {} : { [name]: at.toISOString() })

/** A user resource. */
export function toUser(account: Account, directory: Directory, baseUrl: string): object {
  const { id, email, active, admin, created, activated, deactivated } = account
  return {
    schemas: [`${core}:User`, formstackUser, esignUser],
    id,
    userName: email,
    active,
    emails: [{ value: email, primary: true }],
    groups: directory.groupsOf(id).map((group) => ({ value: group.id, display: group.displayName })),
    [formstackUser]: { isAdmin: admin, canCreateForms: false },
    [esignUser]: { ...optional('activated', activated), ...optional('deactivated', deactivated) },
    meta: {
      resourceType: 'User',
      created: written(created),
      lastModified: written(deactivated ?? activated ?? created),
      location: `${baseUrl}/Users/${encodeURIComponent(id)}`,
    },
  }
}

/** A group resource; its members by id and address. */
export function toGroup(group: Group, directory: Directory, baseUrl: string): object {
  const { id, displayName, startDate, active } = group
  return {
    schemas: [`${core}:Group`, esignGroup],
    id,
    displayName,
    members: directory.members(group).map((account) => ({ value: account.id, display: account.email })),
    [esignGroup]: { ...optional('startDate', startDate), active },
    meta: { resourceType: 'Group', location: `${baseUrl}/Groups/${encodeURIComponent(id)}` },
  }
}

/** A page of a list as in RFC 7644, §3.4.2. */
export function toList(page: readonly object[], startIndex: number, totalResults: number): object {
  const schemas = [`${messages}:ListResponse`]
  return { schemas, totalResults, startIndex, itemsPerPage: page.length, Resources: page }
}

/** An error as in RFC 7644, §3.12. */
export function toError(status: number, detail: string, scimType?: string): object {
  const kind = scimType === undefined ? {} : { scimType }
  return { schemas: [`${messages}:Error`], status: String(status), ...kind, detail }
}

const index = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)

/** The query of a user list: startIndex from 1, count at most 100. */
export const ListQuery = z.strictObject({
  filter: z.string().optional(),
  startIndex: index.pipe(z.int().min(1)).default(1),
  count: index.pipe(z.int().min(0).max(100)).default(10),
})

/** The address in `userName eq "…"`; undefined for any other filter. */
export function parseFilter(filter: string): string | undefined {
  const [, quoted] = /^userName eq ("(?:[^"\\]|\\.)*")$/i.exec(filter) ?? []
  if (quoted === undefined) return undefined
  try {
    return JSON.parse(quoted) as string
  } catch {
    return undefined
  }
}

const active = z.boolean()
const operation = z.stringFormat('operation', /^(add|replace|remove)$/i)

/** A change of a user: `active` can be replaced, by path or in an object; removing it makes the user inactive. */
export const PatchOp = z
  .strictObject({
    schemas: z.tuple([z.literal(`${messages}:PatchOp`)]),
    Operations: z
      .array(
        z.union([
          z.strictObject({ op: operation, path: z.literal('active'), value: active.optional() }),
          z.strictObject({ op: operation, value: z.strictObject({ active }) }),
        ]),
      )
      .min(1),
  })
  .transform(({ Operations }) =>
    Operations.map(({ op, value }) => {
      if (op.toLowerCase() === 'remove') return false
      return typeof value === 'object' ? value.active : value
    }),
  )
