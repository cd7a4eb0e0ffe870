import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { answeringServer, json } from '../../../../test/answering-server.ts'
import { pageQuery } from './log-pages.ts'

/** Answers as a log of long lines, one line at a time; each asking may see another version. */
async function read(versions: readonly string[], from = 1) {
  let asked = 0
  await answeringServer(({ path }, response) => {
    const version = versions[Math.min(asked, versions.length - 1)] ?? ''
    asked += 1
    const line = Number(new URL(path, 'http://x').searchParams.get('from'))
    const totalLines = version.length
    const lines = line > totalLines ? [] : [`${version}${line}`]
    const next = line < totalLines ? line + 1 : null
    json(response, { code: 0, message: '', data: [{ version, totalLines, from: line, lines, next }] })
  })
  return new QueryClient().fetchQuery(pageQuery(6938, 'error.log', from))
}

test('a page of long lines is put together of several answers', async () => {
  expect(await read(['aaa'])).toEqual({ version: 'aaa', totalLines: 3, lines: ['aaa1', 'aaa2', 'aaa3'] })
})

test('a log that is replaced while a page is read gives the lines of its new version alone', async () => {
  expect(await read(['aaa', 'aaa', 'bb'])).toEqual({ version: 'bb', totalLines: 2, lines: ['bb1', 'bb2'] })
  expect(await read(['aaa', 'bbbb', 'bbbb', 'c'])).toEqual({ version: 'c', totalLines: 1, lines: ['c1'] })
  expect(await read(['aaa', 'b'], 2)).toEqual({ version: 'b', totalLines: 1, lines: [] })
})
