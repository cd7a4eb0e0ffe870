import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigProblem, type ServerConfig } from '../config.ts'
import { misdirected } from './misdirected.ts'

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
    // What the build notes for itself is nobody's business.
    globIgnore: ['sources.sha256'],
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
