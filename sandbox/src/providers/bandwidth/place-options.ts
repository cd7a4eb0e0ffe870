import type { ApiAnswer } from '../answer.ts'
import { type ApiRequest, xmlAnswer, xmlError } from './answer.ts'
import type { Order, OrderError, World } from './world.ts'
import { childAt, readXml, tag, textAt } from './xml.ts'

const root = 'TnOptionOrderResponse'
const actions = new Set(['asSpecified', 'delete', 'off', 'systemDefault'])

/** Accepts an order for campaign settings, or says why not; it takes effect later, as at Bandwidth. */
export function placeOptions(
  world: World,
  { body, base, path }: ApiRequest,
  show: (world: World, order: Order) => string,
): ApiAnswer {
  const asked = readXml(body)
  const group = childAt(asked, 'TnOptionGroups', 'TnOptionGroup')
  if (asked?.name !== 'TnOptionOrder' || group === undefined)
    return xmlError(400, root, '1001', 'The request does not have the expected form.')
  const numbers = (childAt(group, 'TelephoneNumbers')?.children ?? []).map(({ text }) =>
    text.trim().replace(/^\+1/, ''),
  )
  const action = textAt(group, 'A2pSettings', 'Action') ?? ''
  const campaignId = textAt(group, 'A2pSettings', 'CampaignId')
  const customerOrderId = textAt(asked, 'CustomerOrderId')
  const problem = findProblem({ numbers, action, campaignId, customerOrderId })
  if (problem !== undefined) return xmlError(400, root, ...problem)
  const errors = numbers.flatMap((number) => findError(world, number, campaignId) ?? [])
  const order = world.addOrder({
    kind: 'options',
    numbers,
    processesAfter: world.optionSeconds / 2,
    endsAfter: world.optionSeconds,
    ends: errors.length === 0 ? 'COMPLETE' : errors.length < numbers.length ? 'PARTIAL' : 'FAILED',
    errors,
    wish: { action, campaignId, customerOrderId },
  })
  const location = `${base}/accounts/${path['account'] ?? ''}/tnoptions/${order.id}`
  return xmlAnswer(tag(root, [show(world, order)]), 201, { location })
}

function findProblem(asked: {
  numbers: readonly string[]
  action: string
  campaignId: string | undefined
  customerOrderId: string | undefined
}): [code: string, description: string] | undefined {
  const { numbers, action, campaignId, customerOrderId } = asked
  if (numbers.length === 0 || numbers.some((number) => !/^\d{10}$/.test(number)))
    return ['5081', 'The telephone number does not have ten digits.']
  if (!actions.has(action)) return ['12700', 'The action is not known.']
  if ((action === 'asSpecified') !== (campaignId !== undefined))
    return ['12701', 'A campaign goes with the action asSpecified, and with no other.']
  if ((campaignId ?? '').length > 12) return ['1011', 'CampaignId must be at most 12 characters.']
  if (!/^[\w -]{0,40}$/.test(customerOrderId ?? '')) return ['5001', 'CustomerOrderId is not valid.']
  return undefined
}

function findError(world: World, number: string, campaignId: string | undefined): OrderError | undefined {
  const error = (code: string, description: string): OrderError => ({ code, description, numbers: [number] })
  const found = world.findNumber(number)
  if (found?.isOurs !== true) return error('5076', 'The telephone number is not on this account.')
  if (found.isHosted) return error('5152', 'Line features are not available on hosted numbers.')
  if (campaignId !== undefined && world.findCampaign(campaignId)?.status !== 'ACTIVE')
    return error('12189', 'The campaign could not be found or is not active.')
  return undefined
}
