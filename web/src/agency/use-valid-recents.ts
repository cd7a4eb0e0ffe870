import { agencies } from '@agency-support/contract/modules/agencies'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callQuery } from '../lib/requests/query.ts'
import { recents } from './recents.ts'

/** Compares the recent agencies with the server once: names are updated, deleted agencies dropped. */
export function useValidRecents(): void {
  const [ids] = useState(() => recents.get().map(({ agencyId }) => agencyId))
  const answers = useQueries({ queries: ids.map((agencyId) => callQuery(agencies.config, { agencyId })) })
  useEffect(() => {
    for (const [index, agencyId] of ids.entries()) {
      const agency = answers[index]?.data
      if (agency === null) recents.drop(agencyId)
      else if (agency !== undefined)
        recents.refresh({ agencyId, name: agency.name, isCloud: agency.isOnline })
    }
  }, [ids, answers])
}
