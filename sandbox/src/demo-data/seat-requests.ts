import type { CopyValues } from '@agency-support/server/cli/copy-rows'
import type { Column } from '@agency-support/server/db/query'
import { type GeneratedRequest, generateRequest } from '../agencies/generate-request.ts'
import { SeededRandom } from '../random.ts'

/** A request of the past, with what became of it. */
export type DemoSeatRequest = GeneratedRequest & {
  agencyId: number
  requestedAt: Date
  status: 1 | 2 | 4
  processedBy: string | undefined
  processedAt: Date | undefined
  version: number
}

const past = 150
const hour = 3_600_000
const processors = ['admin@support.test', 'dana@support.test', 'luis@support.test']

/** Requests of the three months before `now`, oldest first; most are done, the latest are open. */
export function* demoSeatRequests(
  agencyIds: readonly number[],
  seed: number,
  now: Date,
): Generator<DemoSeatRequest> {
  const random = new SeededRandom(seed)
  for (let left = past; left > 0; left -= 1) {
    const hoursAgo = left * 14 + random.whole(0, 13)
    const requestedAt = new Date(now.getTime() - hoursAgo * hour + random.whole(0, 3_599_999))
    const agencyId = random.pick(agencyIds)
    const request = { agencyId, ...generateRequest(random, agencyId), requestedAt }
    const status = left > 12 ? 4 : left > 7 ? 2 : 1
    // An open one has sometimes been set back.
    const wasTouched = status !== 1 || random.chance(0.2)
    const later = Math.min(random.whole(1, 30), hoursAgo - 1)
    yield {
      ...request,
      status,
      processedBy: wasTouched ? random.pick(processors) : undefined,
      processedAt: wasTouched ? new Date(requestedAt.getTime() + later * hour) : undefined,
      version: wasTouched ? random.whole(2, 3) : 1,
    }
  }
}

export const seatRequestColumns: readonly Column<'seat_request'>[] = [
  'requested_at',
  'agency_id',
  'requested_by',
  'quantity',
  'target_seat_total',
  'first_name',
  'last_name',
  'email',
  'warnings',
  'status',
  'processed_by',
  'processed_at',
  'version',
]

/** A request in COPY format, in column order. */
export function seatRequestValues(request: DemoSeatRequest): CopyValues {
  return [
    request.requestedAt.toISOString(),
    request.agencyId,
    request.requestedBy,
    request.quantity,
    request.targetSeatTotal,
    request.firstName,
    request.lastName,
    request.email,
    request.warnings,
    request.status,
    request.processedBy,
    request.processedAt?.toISOString(),
    request.version,
  ]
}
