import type { ProducedFile } from '@agency-support/contract/modules/queued-command'
import { expect, test } from 'vitest'
import { joinFiles } from './command-files.ts'

const log = (number: number): ProducedFile => ({
  kind: 'log',
  location: 8,
  clientId: '',
  name: `${number}.log`,
})
const logs = (count: number): ProducedFile[] => Array.from({ length: count }, (_, at) => log(at))

test('a command keeps the first 1,200 of its files, so that its row cannot grow without end', () => {
  expect(joinFiles(logs(1_199), [log(1_199)])).toEqual(logs(1_200))
  expect(joinFiles(logs(1_200), [log(1_200)])).toEqual(logs(1_200))
})

test('a file of another kind, place, client or name is another file; one sent twice counts once', () => {
  const others: ProducedFile[] = [
    { ...log(1), kind: 'client' },
    { ...log(1), location: 0 },
    { ...log(1), clientId: '00000042' },
    log(2),
  ]
  expect(joinFiles([log(1)], [...others, log(1), ...others])).toEqual([log(1), ...others])
})
