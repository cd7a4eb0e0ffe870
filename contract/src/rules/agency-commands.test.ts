import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterStep,
  agencyCommandChoices,
  clientIdsProblem,
  type CommandStatus,
  type CommandStep,
  commandLabel,
  commandOutcomes,
  commandStates,
  isForOnline,
  isHeld,
  isOpen,
  logChoices,
  newCommand,
  normaliseArgument,
  normaliseClientIds,
  queuedCommandNames,
  queuedSentence,
  reasonLabel,
  whyNotCancel,
  whyNotExecute,
  describePartial,
  firstFailure,
} from './agency-commands.ts'

const message = 'Please enter a valid eight-digit Client Id, or list of Ids separated by a comma.'

test('[CMD-TAB-01] five commands are offered, each with its value', () => {
  expect(agencyCommandChoices.map(({ label, value }) => [label, value])).toEqual([
    ['Upload Config', 'agency'],
    ['Sync Clients', 'sync'],
    ['Log', 'log'],
    ['Count', 'count'],
    ['PCS Sync', 'pcssync'],
  ])
})

test('[CMD-TAB-04] six logs can be chosen: the error log, four of the cloud manager, and all', () => {
  expect(logChoices.map(({ value }) => value)).toEqual([
    'error.log',
    'cloudmanager.log',
    'cloudmanager.1.log',
    'cloudmanager.2.log',
    'cloudmanager.3.log',
    'all',
  ])
  for (const { value } of logChoices) expect(whyNotExecute('log', value)).toBeUndefined()
})

test('the published list of commands, and those of them that are for online agencies', () => {
  expect(queuedCommandNames.filter(isForOnline)).toEqual(['superUsers', 'releaseSeat'])
  expect(queuedCommandNames.slice(0, 5)).toEqual(['agency', 'sync', 'log', 'count', 'pcssync'])
})

test('a known reason is reported in words, another one as it is', () => {
  expect(['unknownCommand', 'diskFull', 'constructor'].map(reasonLabel)).toEqual([
    'not known to its software',
    'diskFull',
    'constructor',
  ])
})

test('an argument is sent without the blanks around it', () => {
  expect(normaliseArgument('log', ' error.log\n')).toBe('error.log')
  expect(normaliseArgument('later', ' one two ')).toBe('one two')
  expect(normaliseArgument('sync', ' 12345678 23456789 ')).toBe('12345678,23456789')
})

test('a command of the queue has a name, and one that nobody knows is shown as it is', () => {
  expect(['sync', 'resendConfig', 'later'].map(commandLabel)).toEqual([
    'Sync Clients',
    'Resend Config File',
    'later',
  ])
})

describe('client ids', () => {
  const clientId = fc.integer({ min: 0, max: 99_999_999 }).map((id) => String(id).padStart(8, '0'))

  test.each([
    '1234567',
    '123456789',
    '1234567a',
    '12345678,1',
    '12345678,,1234567',
    '１２３４５６７８',
    '-2345678',
  ])('[CMD-TAB-05] %j shows the message', (typed) => expect(clientIdsProblem(typed)).toBe(message))

  test.each(['', '1234567', '12345678,2', 'all', "12345678'; drop table client"])(
    '[CMD-TAB-06] %j keeps Execute disabled',
    (typed) => expect(whyNotExecute('sync', typed)).toBe(message),
  )

  test.each(['12345678', '00000001,12345678', '12345678, 23456789'])(
    '[CMD-TAB-06] %j enables Execute',
    (typed) => expect(whyNotExecute('sync', typed)).toBeUndefined(),
  )

  test.each(['', ' ', '\n'])('[CMD-TAB-07] %j is accepted by the field', (typed) =>
    expect(clientIdsProblem(typed)).toBeUndefined(),
  )

  test('pasted in columns or with blanks, they are separated by single commas', () => {
    expect(normaliseClientIds('12345678\r\n23456789\t34567890 , 45678901;\n')).toBe(
      '12345678,23456789,34567890,45678901',
    )
    const separator = fc.constantFrom(',', ' ', '\n', '\r\n', '\t', ', ', ' ,\n', ';')
    const ids = fc.array(fc.tuple(clientId, separator), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(ids, (typed) => {
        const text = typed.map((part) => part.join('')).join('')
        expect(whyNotExecute('sync', text)).toBeUndefined()
        expect(normaliseArgument('sync', text)).toBe(typed.map(([id]) => id).join(','))
      }),
    )
  })

  test('whatever is sent is ids and commas, and normalising it again changes nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d, \n]{0,40}$/)), (typed) => {
        const sent = normaliseArgument('sync', typed)
        expect(normaliseArgument('sync', sent)).toBe(sent)
        if (whyNotExecute('sync', typed) === undefined) expect(sent).toMatch(/^\d{8}(,\d{8})*$/)
      }),
    )
  })

  test('1,111 fit, and one more is refused; the field says that they are too many', () => {
    const ids = (count: number): string => Array.from({ length: count }, () => '12345678').join(',')
    expect([whyNotExecute('sync', ids(1_111)), clientIdsProblem(ids(1_111))]).toEqual([undefined, undefined])
    const tooMany = 'At most 1,111 clients fit into one command.'
    expect([whyNotExecute('sync', ids(1_112)), clientIdsProblem(ids(1_112))]).toEqual([tooMany, tooMany])
    expect(clientIdsProblem(`${ids(1_112)},1`)).toBe(message)
  })
})

test('[CMD-TAB-02] without a command nothing can be executed', () => {
  for (const none of [undefined, '', 'Sync', 'resendClient', 'rm -rf /'])
    expect(whyNotExecute(none, '')).toBe('Choose a command first.')
})

test('a log may be left open; one that is not offered is refused; the other commands take no argument', () => {
  expect(whyNotExecute('log', '')).toBeUndefined()
  for (const other of ['../../etc/passwd', 'error.log,all', 'ERROR.LOG'])
    expect(whyNotExecute('log', other)).toBe('Choose one of the logs offered.')
  for (const command of ['agency', 'count', 'pcssync']) {
    expect(whyNotExecute(command, '')).toBeUndefined()
    expect(whyNotExecute(command, '12345678')).toBe('This command takes no argument.')
  }
})

describe('the status of a command', () => {
  const attempt = fc.integer({ min: 1, max: 4 })
  const step: fc.Arbitrary<CommandStep> = fc.oneof(
    fc.constantFrom<CommandStep>(
      { kind: 'deliver' },
      { kind: 'leaseOver' },
      { kind: 'expire' },
      { kind: 'cancel' },
    ),
    fc.record({ kind: fc.constantFrom('acknowledge' as const, 'progress' as const), attempt }),
    fc.record({
      kind: fc.constant('finish' as const),
      attempt,
      outcome: fc.constantFrom(...commandOutcomes),
    }),
  )

  /** Every state along the steps, including the first. */
  function collectStatuses(steps: readonly CommandStep[]): CommandStatus[] {
    const statuses = [newCommand]
    for (const taken of steps) {
      const next = afterStep(statuses.at(-1) ?? newCommand, taken)
      if (next !== undefined) statuses.push(next)
    }
    return statuses
  }

  const eachPair = (check: (before: CommandStatus, after: CommandStatus) => void): void =>
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const statuses = collectStatuses(steps)
        for (const [at, after] of statuses.entries()) check(statuses[at - 1] ?? newCommand, after)
      }),
      { numRuns: 500 },
    )

  test('what has ended stays as it ended', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), step, (steps, more) => {
        const last = collectStatuses(steps).at(-1) ?? newCommand
        if (!isOpen(last.state)) expect(afterStep(last, more)).toBeUndefined()
      }),
    )
  })

  test('attempts only count up, one for each lease that ran out', () => {
    eachPair((before, after) => {
      expect(after.attempt - before.attempt).toBe(isHeld(before.state) && after.state === 'queued' ? 1 : 0)
    })
  })

  test('begun is never forgotten, and only a begun one can be running', () => {
    eachPair((before, after) => {
      if (before.begun) expect(after.begun).toBe(true)
      if (after.state === 'running') expect(after.begun).toBe(true)
    })
  })

  test('what was begun is neither cancelled nor expired: its end is success or failure', () => {
    eachPair((_before, after) => {
      if (after.begun) expect(['cancelled', 'expired']).not.toContain(after.state)
    })
  })

  test('a report of an earlier delivery changes nothing', () => {
    eachPair((before) => {
      for (const kind of ['acknowledge', 'progress'] as const)
        expect(afterStep(before, { kind, attempt: before.attempt - 1 })).toBeUndefined()
    })
  })

  const at = (state: CommandStatus['state'], begun = false): CommandStatus => ({ state, attempt: 2, begun })
  const report = { attempt: 2 } as const

  test.each<[from: CommandStatus, step: CommandStep, to: CommandStatus | undefined]>([
    [at('queued'), { kind: 'deliver' }, at('delivered')],
    [at('delivered'), { kind: 'deliver' }, undefined],
    [at('queued'), { kind: 'expire' }, at('expired')],
    [at('queued', true), { kind: 'expire' }, at('failed', true)],
    [at('running', true), { kind: 'expire' }, undefined],
    [at('queued'), { kind: 'cancel' }, at('cancelled')],
    [at('queued'), { kind: 'leaseOver' }, undefined],
    [at('running', true), { kind: 'leaseOver' }, { state: 'queued', attempt: 3, begun: true }],
    [at('delivered'), { kind: 'acknowledge', ...report }, at('acknowledged')],
    [at('running', true), { kind: 'acknowledge', ...report }, at('running', true)],
    [at('queued'), { kind: 'acknowledge', ...report }, undefined],
    [at('acknowledged'), { kind: 'progress', ...report }, at('running', true)],
    [at('running', true), { kind: 'finish', outcome: 'succeeded', ...report }, at('succeeded', true)],
    [at('running', true), { kind: 'finish', outcome: 'failed', ...report }, at('failed', true)],
    [at('running', true), { kind: 'finish', outcome: 'interrupted', ...report }, at('failed', true)],
    [at('succeeded'), { kind: 'finish', outcome: 'failed', ...report }, undefined],
  ])('from %j %j leads to %j', (from, taken, to) => {
    expect(afterStep(from, taken)).toEqual(to)
  })

  test('what cannot be cancelled says why', () => {
    const count = { command: 'count' } as const
    expect(whyNotCancel({ ...count, ...at('queued') })).toBeUndefined()
    expect(whyNotCancel({ ...count, ...at('queued', true) })).toBe(
      'The agency has already begun this command.',
    )
    for (const state of ['delivered', 'acknowledged', 'running'] as const)
      expect(whyNotCancel({ ...count, ...at(state) })).toBe('The agency has already collected this command.')
    for (const state of ['succeeded', 'failed', 'expired', 'cancelled'] as const) {
      expect(whyNotCancel({ ...count, ...at(state) })).toBe('This command has already finished.')
      expect(isOpen(state)).toBe(false)
    }
  })

  test('what tells the agency’s software whom to let in is never cancelled', () => {
    expect(whyNotCancel({ ...at('queued'), command: 'superUsers' })).toMatch(
      /which temporary users it may let in/,
    )
    expect(whyNotCancel({ ...at('delivered'), command: 'superUsers' })).toMatch(/already collected/)
  })

  test('every state can be reached', () => {
    const reached = new Set<string>()
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        for (const { state } of collectStatuses(steps)) reached.add(state)
      }),
      { numRuns: 3_000, seed: 1 },
    )
    expect([...reached].sort()).toEqual(commandStates.map(({ value }) => value).sort())
  })

  test('the button and the server agree on what can be cancelled', () => {
    eachPair((before) => {
      const isRefused = whyNotCancel({ ...before, command: 'count' }) !== undefined
      expect(afterStep(before, { kind: 'cancel' }) === undefined).toBe(isRefused)
    })
  })
})

test.each([
  [0, 'less than a minute'],
  [60, '1 minute'],
  [119 * 60, '119 minutes'],
  [2 * 3600, '2 hours'],
  [48 * 3600 - 1, '47 hours'],
  [48 * 3600, '2 days'],
  [11 * 86_400 + 5, '11 days'],
])('%d seconds are %s', (seconds, words) => {
  const seen = '2026-11-10T08:00:00.000Z'
  const now = new Date(Date.parse(seen) + seconds * 1000).toISOString()
  expect(queuedSentence(seen, now)).toBe(`Queued; the agency's software was last seen ${words} ago.`)
})

test('what waits for software that nobody knows says so', () => {
  expect(queuedSentence(null, '2026-11-10T08:00:00.000Z')).toMatch(
    /^Queued; the agency's software has never called/,
  )
})

test.each([
  [{ sent: 1, failed: [{}, {}] }, '1 of 3'],
  [{ sent: 3, failed: [] }, undefined],
  [{ sent: 1 }, undefined],
  [{ failed: [{}] }, undefined],
  [{ clients: 3 }, undefined],
  [null, undefined],
])('of a command that came to %j is said: %s', (result, said) => {
  expect(describePartial(result)).toBe(said)
})

test.each([
  [
    { sent: 0, failed: [{ clientId: '00000001', reason: 'No such client.' }, { reason: 'Other.' }] },
    'No such client.',
  ],
  [{ sent: 1, failed: [] }, undefined],
  [{ failed: [{ clientId: '00000001', reason: '' }] }, undefined],
  [{ failed: [null] }, undefined],
  [{ failed: 'all' }, undefined],
  [null, undefined],
])('of the result %j the first failure is told as %j', (result, expected) => {
  expect(firstFailure(result)).toBe(expected)
})
