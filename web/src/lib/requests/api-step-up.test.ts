import { agencies } from '@agency-support/contract/modules/agencies'
import { secondFactor } from '@agency-support/contract/modules/second-factor'
import { stepUpSentence } from '@agency-support/contract/rules/recent'
import { expect, onTestFinished, test } from 'vitest'
import { answeringServer, json } from '../../../test/answering-server.ts'
import { send } from './api.ts'
import { stepUp, type StepUpQuestion } from './step-up.ts'

const envelope = (code: number, message: string, data: unknown[] = []) => ({ code, message, data })
const rename = { agencyId: 1, name: 'A', version: 1 }

/** What the dialog does: answers each question as it comes up. Returns what was asked. */
function answerQuestions(answer: (question: StepUpQuestion) => Promise<boolean>): StepUpQuestion[] {
  const shown: StepUpQuestion[] = []
  const end = stepUp.subscribe(() => {
    const question = stepUp.current()
    if (question === null) return
    shown.push(question)
    void answer(question).then((confirmed) => stepUp.settle(confirmed))
  })
  onTestFinished(end)
  return shown
}

/** Renames are refused until somebody has confirmed; the server offers these ways. */
async function askingServer(options: object) {
  let confirmed = false
  return answeringServer(({ body }, response) => {
    const { command } = JSON.parse(body) as { command: string }
    if (command === 'BeginStepUp') return json(response, options)
    if (command === 'StepUp') {
      confirmed = body.includes('right')
      return json(response, confirmed ? envelope(0, '') : envelope(428, 'Incorrect password.'))
    }
    return json(response, confirmed ? envelope(0, 'Renamed.', [{ version: 2 }]) : envelope(428, 'Confirm.'))
  })
}

const commandsOf = (asked: readonly { body: string }[]) =>
  asked.map(({ body }) => (JSON.parse(body) as { command: string }).command)

test('who is acting is asked by what the server offers, and the call made again under its key', async () => {
  const asked = await askingServer(envelope(0, '', [{ by: ['totp', 'password'], passkey: null }]))
  const verdicts: (string | null)[] = []
  const shown = answerQuestions(async ({ judge }) => {
    verdicts.push(await judge({ password: 'wrong' }), await judge({ password: 'right' }))
    return true
  })
  const outcome = await send(agencies.updateName, rename)
  expect(outcome).toMatchObject({ kind: 'ok', message: 'Renamed.' })
  expect(verdicts).toEqual(['Incorrect password.', null])
  expect(shown).toMatchObject([{ says: null, asked: { by: ['totp', 'password'] } }])
  expect(commandsOf(asked)).toEqual([
    'UpdateAgencyName',
    'BeginStepUp',
    'StepUp',
    'StepUp',
    'UpdateAgencyName',
  ])
  const keys = asked.map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toBe(keys[4])
  expect(keys[2]).not.toBe(keys[0])
})

test('a password is asked for where the server does not say what it takes', async () => {
  await askingServer(envelope(503, 'Busy.'))
  const shown = answerQuestions(async ({ judge }) => (await judge({ password: 'right' })) === null)
  expect(await send(agencies.updateName, rename)).toMatchObject({ kind: 'ok' })
  expect(shown).toMatchObject([{ asked: { by: ['password'] } }])
})

test('who declines gets the refusal, and nothing is sent again', async () => {
  const asked = await askingServer(envelope(0, '', [{ by: ['password'], passkey: null }]))
  answerQuestions(() => Promise.resolve(false))
  expect(await send(agencies.updateName, rename)).toMatchObject({ kind: 'refused', code: 428 })
  expect(commandsOf(asked)).toEqual(['UpdateAgencyName', 'BeginStepUp'])
})

test('a call that takes a proof of its own is made again with it, until one is right', async () => {
  const asked = await answeringServer(({ body }, response) => {
    if (body.includes('right')) return json(response, envelope(0, ''))
    const message = body.includes('proof') ? 'Incorrect code.' : 'Type a code of this app.'
    return json(response, envelope(428, message, [{ by: ['code'] }]))
  })
  const verdicts: (string | null)[] = []
  const shown = answerQuestions(async ({ judge }) => {
    verdicts.push(await judge({ code: '000000' }), await judge({ code: 'right' }))
    return true
  })
  expect(await send(secondFactor.removeTotp, {})).toMatchObject({ kind: 'ok' })
  expect(verdicts).toEqual(['Incorrect code.', null])
  expect(shown).toMatchObject([{ says: 'Type a code of this app.', asked: { by: ['code'] } }])
  expect(asked.map(({ body }) => JSON.parse(body) as object)).toEqual([
    { command: 'RemoveTotp' },
    { command: 'RemoveTotp', proof: { code: '000000' } },
    { command: 'RemoveTotp', proof: { code: 'right' } },
  ])
  expect(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
})

test('a question that says no more than the title of its dialog says nothing', async () => {
  await answeringServer((_asked, response) =>
    json(response, envelope(428, stepUpSentence, [{ by: ['password'] }])),
  )
  const shown = answerQuestions(() => Promise.resolve(false))
  await send(secondFactor.removeTotp, {})
  expect(shown).toMatchObject([{ says: null }])
})

test('who declines to give the proof gets the first refusal', async () => {
  await answeringServer((_asked, response) =>
    json(response, envelope(428, 'Type a code.', [{ by: ['code'] }])),
  )
  answerQuestions(() => Promise.resolve(false))
  expect(await send(secondFactor.removeTotp, {})).toMatchObject({ kind: 'refused', message: 'Type a code.' })
})
