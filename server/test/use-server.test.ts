import { switches } from '@agency-support/contract/modules/switches'
import { afterAll, describe, expect, test } from 'vitest'
import { useServer } from './use-server.ts'

const seen = { origin: '', after: '' }

describe('a server of a describe', () => {
  const server = useServer({ config: { environment: 'qa' } })
  const readName = async (): Promise<string> => {
    const { text } = await (await server.as(null)).call(switches.environment, {})
    return text
  }
  afterAll(async () => {
    seen.origin = `http://127.0.0.1:${server.port}`
    seen.after = await readName()
  })

  test('has the settings that it is given', async () => {
    expect(await readName()).toBe('qa')
  })
})

test('it is there for the hooks after the tests and then closed', async () => {
  expect(seen.after).toBe('qa')
  const failure: unknown = await fetch(seen.origin).catch((error: unknown) => error)
  expect(failure).toMatchObject({ cause: { code: 'ECONNREFUSED' } })
})
