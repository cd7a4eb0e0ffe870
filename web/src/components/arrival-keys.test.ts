import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { arrived, awaitArrival } from './arrival-keys.ts'
import { shortcuts } from './shortcuts.ts'

class Field extends EventTarget {
  type = 'text'
  value = ''
  selectionStart = 0
  selectionEnd = 0
  sent = 0
  form = { querySelector: () => null, requestSubmit: () => (this.sent += 1) }
  setRangeText(text: string) {
    this.value += text
  }
}

let page: EventTarget
let focused: { activeElement: EventTarget }
let heard: string[]

beforeEach(() => {
  page = new EventTarget()
  focused = { activeElement: new EventTarget() }
  heard = []
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', focused)
  vi.stubGlobal('Element', Field)
  vi.stubGlobal('HTMLElement', Field)
  vi.stubGlobal('HTMLInputElement', Field)
  vi.stubGlobal(
    'KeyboardEvent',
    class extends Event {
      key: string
      constructor(type: string, { key, ...rest }: EventInit & { key: string }) {
        super(type, rest)
        this.key = key
      }
    },
  )
})

afterEach(() => {
  arrived()
  vi.unstubAllGlobals()
})

function press(...keys: string[]) {
  for (const key of keys)
    page.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), { key }))
}

const listen = () =>
  shortcuts.register([{ keys: 'x', label: 'Mark', group: 'Table', run: () => heard.push('x') }])

test('a part that comes late to a screen which is being left takes no letters of the next one', () => {
  const stop = listen()
  awaitArrival()
  press('x')
  arrived('files')
  expect(heard).toEqual([])
  const field = new Field()
  focused.activeElement = field
  arrived()
  expect(field.value).toBe('x')
  expect(heard).toEqual([])
  stop()
})

test('what is typed for a part waits for that part', () => {
  const field = new Field()
  awaitArrival('users')
  press('l')
  arrived('files')
  press('c')
  focused.activeElement = field
  arrived('users')
  expect(field.value).toBe('lc')
})

test('where no field takes the focus the letters are shortcuts', () => {
  const stop = listen()
  awaitArrival()
  press('x')
  arrived()
  expect(heard).toEqual(['x'])
  stop()
})

test('Enter pressed before the field was there acts after its text; a field that makes use of it itself sends nothing', async () => {
  const field = new Field()
  awaitArrival()
  press('l', 'Enter')
  focused.activeElement = field
  arrived()
  await Promise.resolve()
  expect(field).toMatchObject({ value: 'l', sent: 1 })
  field.addEventListener('keydown', (event) => event.preventDefault())
  awaitArrival()
  press('Enter')
  arrived()
  await Promise.resolve()
  expect(field.sent).toBe(1)
})

test('what is pasted before the field is there stands in its place among the letters', () => {
  const field = new Field()
  awaitArrival()
  press('m', ' ')
  page.dispatchEvent(
    Object.assign(new Event('paste', { cancelable: true }), { clipboardData: { getData: () => 'bw-7\n' } }),
  )
  press('x')
  focused.activeElement = field
  arrived()
  expect(field.value).toBe('m bw-7x')
})
