import { fetchAhead } from '../lib/when-idle.ts'

/** The agency id of an address: 1 to 8 digits above zero; anything else loads no agency (spec-001 §2.1). */
export function agencyIdParam(text: string | undefined): number | null {
  if (text === undefined || !/^[0-9]{1,8}$/.test(text)) return null
  const id = Number(text)
  return id > 0 ? id : null
}

/** Begins the read of the agency that an address names: the `load` of a screen about one agency. */
export function loadAgency({ id }: { id: string }): void {
  const agencyId = agencyIdParam(id)
  if (agencyId === null) return
  // Every screen's declaration comes with the sign-in screen, which must not bring the calls along.
  void fetchAhead(async () => {
    const [{ agencies }, { beginRead }] = await Promise.all([
      import('@agency-support/contract/modules/agencies'),
      import('../lib/query.ts'),
    ])
    await beginRead(agencies.config, { agencyId })
  })
}
