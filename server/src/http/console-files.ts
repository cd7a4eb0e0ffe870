import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigProblem, type ServerConfig } from '../config.ts'

/** Answers the address of a page. */
export type AnswerPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/**
 * Serves the built console. Files under /assets carry a hash in their names and are kept for good.
 * Returns the answer for every other page address (history mode), or undefined without a console.
 */
export async function serveConsole(
  app: FastifyInstance,
  config: Pick<ServerConfig, 'consoleFolder' | 'publicOrigin'>,
): Promise<AnswerPage | undefined> {
  const { consoleFolder: folder } = config
  if (folder === undefined) return undefined
  const page = await readPage(join(folder, 'index.html'))
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    // What the build notes for itself is nobody's business; the compressed files are sent in place of theirs.
    globIgnore: ['sources.sha256', '.vite/**', '**/*.br', '**/*.gz'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
  const answer: AnswerPage = (request, reply) => {
    const elsewhere = misdirected(request, config.publicOrigin)
    if (elsewhere !== undefined) return reply.code(302).headers(elsewhere).send()
    return reply
      .code(200)
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(page)
  }
  app.get('/', answer)
  return answer
}

async function readPage(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
    throw new ConfigProblem(['The console has not been built. Run npm run build first.'])
  }
}

const redirected = 'agency_support_redirected'

/**
 * Headers that lead a page opened under another name to the origin where one can sign in; undefined when it is there.
 * The port is left alone: one that is forwarded from another machine is not to be had there.
 */
function misdirected(
  { headers, url }: Pick<FastifyRequest, 'headers' | 'url'>,
  publicOrigin: string,
): Record<string, string> | undefined {
  // A proxy may put a name of its own into Host, and the browser's here.
  const host = headers['x-forwarded-host']?.toString().split(',')[0]?.trim() ?? headers.host ?? ''
  const opened = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined
  if (opened === undefined || opened === new URL(publicOrigin).hostname) return undefined
  // One that puts its own there and the browser's nowhere would otherwise send people round in circles.
  if (headers.cookie?.includes(`${redirected}=`) === true || !url.startsWith('/')) return undefined
  return {
    location: `${publicOrigin}${url}`,
    'set-cookie': `${redirected}=1; Max-Age=10; Path=/; HttpOnly; SameSite=Lax`,
  }
}
