/** Outcomes of demo orders. */
export const demoOrders = ['current', 'spare', 'pending', 'failed', 'hosted'] as const
export type DemoOrder = (typeof demoOrders)[number]

/** Area codes are made up: one block for each of an agency's orders. */
const firstArea = 220
const areasEach = 13
const linesEach = 8_000_000

/** The phone number of an agency's order of this kind; ten digits, unique per agency and order. */
export function makeNumber(agencyId: number, order: DemoOrder = 'current'): string {
  const area = firstArea + areasEach * demoOrders.indexOf(order) + Math.floor(agencyId / linesEach)
  const exchange = 200 + Math.floor((agencyId % linesEach) / 10_000)
  return `${area}${exchange}${String(agencyId % 10_000).padStart(4, '0')}`
}

/** The id of an agency's order of this kind: `b0000002-0000-4000-8000-000000006938`. */
export function makeOrderId(agencyId: number, order: DemoOrder = 'current'): string {
  const digit = demoOrders.indexOf(order)
  return `b000000${digit}-0000-4000-8000-${String(agencyId).padStart(12, '0')}`
}

/** The agency and order that a demo id or number belongs to. */
export interface DemoPlace {
  agencyId: number
  order: DemoOrder
}

/** Parses an id made by {@link makeOrderId}. */
export function parseOrderId(id: string): DemoPlace | undefined {
  const found = /^b000000([0-4])-0000-4000-8000-0000(\d{8})$/.exec(id)
  return found === null ? undefined : place(Number(found[1]), Number(found[2]))
}

/** Parses a number made by {@link makeNumber}. */
export function parseNumber(number: string): DemoPlace | undefined {
  const found = /^(\d{3})(\d{3})(\d{4})$/.exec(number)
  if (found === null) return undefined
  const block = Number(found[1]) - firstArea
  const within = (Number(found[2]) - 200) * 10_000 + Number(found[3])
  if (block < 0 || within < 0) return undefined
  return place(Math.floor(block / areasEach), (block % areasEach) * linesEach + within)
}

function place(digit: number, agencyId: number): DemoPlace | undefined {
  const order = demoOrders[digit]
  return order === undefined || agencyId < 1 || agencyId > 99_999_999 ? undefined : { agencyId, order }
}
