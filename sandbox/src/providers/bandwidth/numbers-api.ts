import type { ApiAnswer } from '../answer.ts'
import { type ApiHandler, instant, xmlAnswer, xmlError } from './answer.ts'
import { placeOptions } from './place-options.ts'
import { type Order, type OrderKind, type PhoneNumber, type World } from './world.ts'
import { tag } from './xml.ts'

const site = tag('SiteId', '2297')
const peer = tag('SipPeerId', '500709')

/** The endpoints of the numbers API that depend only on the world's state. */
export function createNumbersApi(world: World, account: string) {
  return {
    standardOrder: ({ path }) =>
      withOrder(world, 'standard', path['id'], (order) => standardOrder(world, order)),
    hostedOrder: ({ path }) => withOrder(world, 'hosted', path['id'], (order) => hostedOrder(world, order)),
    history: ({ path }) => withOrder(world, 'standard', path['id'], (order) => history(world, order)),
    hostedHistory: ({ path }) => withOrder(world, 'hosted', path['id'], (order) => history(world, order)),
    inService: ({ path }) => {
      const found = world.findNumber(path['tn'] ?? '')
      return { status: found?.isOurs === true && found.status === 'Inservice' ? 200 : 404, body: '' }
    },
    inServiceList: ({ query, base }) => inServiceList(world, query, `${base}/accounts/${account}`),
    number: ({ path }) => withNumber(world, path['tn'], (found) => brief(world, account, found)),
    numberDetails: ({ path }) => withNumber(world, path['tn'], (found) => details(world, account, found)),
    campaign: ({ path }) => {
      const found = world.findCampaign(path['id'] ?? '')
      if (found === undefined)
        return xmlError(404, 'LongCodeImportCampaignResponse', '12189', 'The campaign could not be found.')
      return xmlAnswer(tag('LongCodeImportCampaignResponse', [importedCampaign(found, world.now())]))
    },
    campaigns: ({ query }) => campaigns(world, query),
    campaignNumbers: ({ path, query }) => campaignNumbers(world, path['id'] ?? '', query),
    placeOptions: (asked) => placeOptions(world, asked, optionOrder),
    options: ({ path }) =>
      withOrder(world, 'options', path['id'], (order) => xmlAnswer(optionOrder(world, order))),
    listOptions: ({ query }) => listOptions(world, account, query),
  } satisfies Record<string, ApiHandler>
}

function withOrder(
  world: World,
  kind: OrderKind,
  id: string | undefined,
  use: (order: Order) => ApiAnswer,
): ApiAnswer {
  const order = world.findOrder(kind, id ?? '')
  if (order !== undefined) return use(order)
  const root = {
    standard: 'OrderResponse',
    hosted: 'ImportTnOrderResponse',
    options: 'TnOptionOrderResponse',
  }[kind]
  return xmlError(404, root, '5035', `${kind} order ${id ?? ''} not found`)
}

function withNumber(world: World, tn: string | undefined, use: (found: PhoneNumber) => ApiAnswer): ApiAnswer {
  const root = 'TelephoneNumberResponse'
  if (!/^\d{10}$/.test(tn ?? '')) return xmlError(400, root, '12512', 'The telephone number is not valid.')
  const found = world.findNumber(tn ?? '')
  return found === undefined ? xmlError(404, root, '5018', 'The telephone number is not known.') : use(found)
}

const list = (numbers: readonly string[], name: string): string[] =>
  numbers.map((number) => tag(name, number))

function errorList(order: Order): string[] {
  return order.errors.map(({ code, description, numbers }) =>
    tag('Error', [
      tag('Code', code),
      tag('Description', description),
      tag('TelephoneNumbers', list(numbers, 'TelephoneNumber')),
    ]),
  )
}

const modified = (world: World, order: Order): string =>
  instant(Math.min(world.now(), order.createdAt + order.endsAfter * 1000))

function standardOrder(world: World, order: Order): ApiAnswer {
  const completed = world.completedOf(order)
  const hasEnded = world.hasEnded(order)
  return xmlAnswer(
    tag('OrderResponse', [
      tag('CompletedQuantity', completed.length),
      tag('FailedQuantity', hasEnded ? order.numbers.length - completed.length : 0),
      tag('LastModifiedDate', modified(world, order)),
      hasEnded ? tag('OrderCompleteDate', modified(world, order)) : '',
      tag('Order', [
        tag('Name', `Order of ${order.numbers.length}`),
        tag('OrderCreateDate', instant(order.createdAt)),
        tag('PeerId', '500709'),
        site,
        tag('ExistingTelephoneNumberOrderType', [
          tag('TelephoneNumberList', list(order.numbers, 'TelephoneNumber')),
        ]),
      ]),
      tag('OrderStatus', world.statusOf(order)),
      hasEnded && order.errors.length > 0 ? tag('ErrorList', errorList(order)) : '',
      tag(
        'CompletedNumbers',
        completed.map((number) => tag('TelephoneNumber', list([number], 'FullNumber'))),
      ),
    ]),
  )
}

/** An import of hosted numbers; its root is not wrapped. */
function hostedOrder(world: World, order: Order): ApiAnswer {
  return xmlAnswer(
    tag('ImportTnOrder', [
      tag('OrderId', order.id),
      tag('OrderCreateDate', instant(order.createdAt)),
      tag('LastModifiedDate', modified(world, order)),
      tag('ProcessingStatus', world.statusOf(order)),
      site,
      peer,
      tag('TelephoneNumbers', list(order.numbers, 'TelephoneNumber')),
      tag('Errors', world.hasEnded(order) ? errorList(order) : []),
    ]),
  )
}

function history(world: World, order: Order): ApiAnswer {
  const steps = [
    { at: 0, status: 'RECEIVED' },
    { at: order.processesAfter, status: 'PROCESSING' },
    { at: order.endsAfter, status: order.ends },
  ].filter(({ at }) => world.now() >= order.createdAt + at * 1000)
  return xmlAnswer(
    tag(
      'OrderHistoryWrapper',
      steps.map(({ at, status }) =>
        tag('OrderHistory', [
          tag('OrderDate', instant(order.createdAt + at * 1000)),
          tag('Note', `The order is ${status}.`),
          tag('Author', 'sandbox'),
          tag('Status', status),
        ]),
      ),
    ),
  )
}

function inServiceList(world: World, query: Readonly<Record<string, string>>, base: string): ApiAnswer {
  const numbers = world
    .listNumbers()
    .filter(({ isOurs, status }) => isOurs && status === 'Inservice')
    .map(({ number }) => number)
  if (numbers.length === 0) return { status: 204, body: '' }
  const { page, size, shown } = paged(numbers, query, 1)
  const link = (to: number, rel: string): string =>
    tag(rel, `Link=<${base}/inserviceNumbers?page=${to}&size=${size}>;rel="${rel}";`)
  return xmlAnswer(
    tag('TNs', [
      tag('TotalCount', numbers.length),
      tag('Links', [link(1, 'first'), page * size < numbers.length ? link(page + 1, 'next') : '']),
      tag('TelephoneNumbers', [tag('Count', shown.length), ...list(shown, 'TelephoneNumber')]),
    ]),
  )
}

function paged(numbers: readonly string[], query: Readonly<Record<string, string>>, first: 0 | 1) {
  const size = Number(query['size'] ?? 300)
  const page = Number(query['page'] ?? first)
  return { page, size, shown: numbers.slice((page - first) * size, (page - first + 1) * size) }
}

function brief(world: World, account: string, { number, status, isOurs }: PhoneNumber): ApiAnswer {
  return xmlAnswer(
    tag('TelephoneNumberResponse', [
      tag('TelephoneNumber', number),
      tag('Status', status),
      tag('LastModifiedDate', instant(world.now())),
      tag('OrderType', 'NEW_NUMBER_ORDER'),
      site,
      tag('AccountId', isOurs ? account : '1'),
    ]),
  )
}

function details(world: World, account: string, found: PhoneNumber): ApiAnswer {
  const settings = tag('MessagingSettings', [
    tag('SmsEnabled', 'true'),
    tag('A2pState', found.campaignId === undefined ? 'SYSTEM_DEFAULT' : 'OVERRIDDEN'),
    tag('CampaignId', found.campaignId),
  ])
  return xmlAnswer(
    tag('TelephoneNumberResponse', [
      tag('TelephoneNumberDetails', [
        tag('FullNumber', found.number),
        tag('Status', found.status),
        tag('AccountId', found.isOurs ? account : '1'),
        tag('LastModified', instant(world.now())),
        settings,
        tag('TnAttributes', found.isHosted ? [tag('TnAttribute', 'Hosted')] : []),
      ]),
    ]),
  )
}

function importedCampaign(campaign: { id: string; status: string }, now: number): string {
  return tag('ImportedCampaign', [
    tag('CampaignId', campaign.id),
    tag('Description', 'Messages of an insurance agency to its clients'),
    tag('MessageClass', 'Campaign-E'),
    tag('CreateDate', instant(now)),
    tag('Status', campaign.status),
    tag('MnoStatusList', [
      tag('MnoStatus', [tag('MnoName', 'ATT'), tag('MnoId', '10017'), tag('Status', 'APPROVED')]),
      tag('MnoStatus', [tag('MnoName', 'TMO'), tag('MnoId', '10035'), tag('Status', 'APPROVED')]),
    ]),
  ])
}

function campaigns(world: World, query: Readonly<Record<string, string>>): ApiAnswer {
  const size = Number(query['size'] ?? 25)
  const root = 'LongCodeImportCampaignsResponse'
  if (!(size >= 1 && size <= 25)) return xmlError(400, root, '1006', 'The size must be between 1 and 25.')
  const ids = [...new Set(world.listNumbers().flatMap(({ campaignId }) => campaignId ?? []))].toSorted()
  const found = paged(ids, { ...query, size: String(size) }, 1).shown.flatMap(
    (id) => world.findCampaign(id) ?? [],
  )
  return xmlAnswer(
    tag(root, [
      tag(
        'ImportedCampaigns',
        found.map((campaign) => importedCampaign(campaign, world.now())),
      ),
      tag('TotalCount', ids.length),
    ]),
  )
}

function campaignNumbers(world: World, id: string, query: Readonly<Record<string, string>>): ApiAnswer {
  const numbers = world
    .listNumbers()
    .filter(({ campaignId }) => campaignId === id)
    .map(({ number }) => number)
  const { shown } = paged(numbers, { size: '25', ...query }, 0)
  return xmlAnswer(
    tag('CampaignTnsResponse', [
      tag('TotalCount', numbers.length),
      tag('TelephoneNumbers', list(shown, 'TelephoneNumber')),
    ]),
  )
}

/** An order for campaign settings, unwrapped as in a GET answer. */
function optionOrder(world: World, order: Order): string {
  const { action, campaignId, customerOrderId } = order.wish ?? {}
  const errors = world.hasEnded(order) ? errorList(order) : []
  return tag('TnOptionOrder', [
    tag('OrderCreateDate', instant(order.createdAt)),
    tag('CreatedByUser', 'sandbox'),
    tag('OrderId', order.id),
    tag('LastModifiedDate', modified(world, order)),
    tag('CustomerOrderId', customerOrderId),
    tag('ProcessingStatus', world.statusOf(order)),
    tag('TnOptionGroups', [
      tag('TnOptionGroup', [
        tag('Sms', 'on'),
        tag('A2pSettings', [tag('CampaignId', campaignId), tag('Action', action)]),
        tag('TelephoneNumbers', list(order.numbers, 'TelephoneNumber')),
      ]),
    ]),
    errors.length > 0 ? tag('ErrorList', errors) : '',
    tag('Warnings', []),
  ])
}

function listOptions(world: World, account: string, query: Readonly<Record<string, string>>): ApiAnswer {
  const { tn, status, customerOrderId } = query
  const found = world
    .listOrders('options')
    .filter((order) => tn === undefined || order.numbers.includes(tn))
    .filter((order) => status === undefined || world.statusOf(order) === status)
    .filter((order) => customerOrderId === undefined || order.wish?.customerOrderId === customerOrderId)
  return xmlAnswer(
    tag('TnOptionOrders', [
      tag('TotalCount', found.length),
      ...found.map((order) =>
        tag('TnOptionOrderSummary', [
          tag('accountId', account),
          tag('CountOfTNs', order.numbers.length),
          tag('userId', 'sandbox'),
          tag('lastModifiedDate', modified(world, order)),
          tag('OrderDate', instant(order.createdAt)),
          tag('OrderType', 'tn_option'),
          tag('OrderStatus', world.statusOf(order)),
          tag('OrderId', order.id),
        ]),
      ),
    ]),
  )
}
