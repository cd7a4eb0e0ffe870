import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigProblem, type ServerConfig } from '../settings/config.ts'
import { getErrorCode } from '../lib/error-code.ts'
import { documentHeaders } from './headers.ts'

/** Answers a request for a page of the console. */
export type AnswerPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/**
 * Serves the built console. Files under /assets have a hash in their names and are cached forever.
 * Returns the handler for every other page URL (history mode), or undefined without a console.
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
    // Build metadata is not public; the compressed files are served under the names of their originals.
    globIgnore: ['sources.sha256', '.vite/**', '**/*.br', '**/*.gz'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
      if (isPartOfPage(path)) for (const name of documentHeaders) reply.removeHeader(name)
    },
  })
  const answer: AnswerPage = (request, reply) => {
    const elsewhere = findRedirect(request, config.publicOrigin)
    if (elsewhere !== undefined) return reply.redirect(elsewhere)
    return reply
      .code(200)
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(page)
  }
  app.get('/', answer)
  return answer
}

/** Whether a file, perhaps compressed, only ever serves a page, which has the policies. A worker has its own. */
function isPartOfPage(path: string): boolean {
  return /\.(js|css|woff2)(\.br|\.gz)?$/.test(path) && !path.includes('.worker-')
}

async function readPage(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    if (getErrorCode(error) !== 'ENOENT') throw error
    throw new ConfigProblem(['The console has not been built. Run npm run build first.'])
  }
}

/** Ends the address of a page that has been redirected, so that a second redirect of it is known as a loop. */
const mark = /[?&]redirected$/

/**
 * Where a page is to be opened instead: at the same path of the origin where people can sign in, and there without the
 * mark; undefined if it is at the right place. Ports are not compared: with a forwarded port, the public one cannot be
 * reached.
 */
function findRedirect(
  { headers, url }: Pick<FastifyRequest, 'headers' | 'url'>,
  publicOrigin: string,
): string | undefined {
  if (!url.startsWith('/')) return undefined
  // A proxy may replace Host and put the browser's host here.
  const host = headers['x-forwarded-host']?.toString().split(',')[0]?.trim() ?? headers.host ?? ''
  const opened = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined
  const isMarked = mark.test(url)
  if (opened === undefined || opened === new URL(publicOrigin).hostname)
    return isMarked ? `${publicOrigin}${url.replace(mark, '')}` : undefined
  // A proxy that replaces Host without X-Forwarded-Host would lead round in circles.
  if (isMarked) return undefined
  return `${publicOrigin}${url}${url.includes('?') ? '&' : '?'}redirected`
}
