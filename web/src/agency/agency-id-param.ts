import { prefetch } from '../lib/prefetch.ts'

/** The agency id in an address: 1 to 8 digits, above zero; null for anything else (spec-001 §2.1). */
export function agencyIdParam(text: string | undefined): number | null {
  if (text === undefined || !/^[0-9]{1,8}$/.test(text)) return null
  const id = Number(text)
  return id > 0 ? id : null
}

/** Starts the read of the agency in an address: the `load` of screens about one agency. */
export function loadAgency({ id }: { id: string }): void {
  const agencyId = agencyIdParam(id)
  if (agencyId === null) return
  // Imported lazily: screen declarations are part of the sign-in bundle, which must not contain the calls.
  void prefetch(async () => {
    const [{ agencies }, { beginRead }] = await Promise.all([
      import('@agency-support/contract/modules/agencies'),
      import('../lib/requests/query.ts'),
    ])
    void beginRead(agencies.config, { agencyId })
  })
}
